mod common;
use common::{Script, World, play_randomly};
#[test]
fn hole() {
    let main = "local fan = {}
function fan.on_turn_end(game, event)
  local meta = getmetatable(game.players)
  print('sel', meta)
  if type(meta) == 'table' then meta.evil = (meta.evil or 0) + 1 print(meta.evil, pcall(function() meta.first = 1 end)) end
  local e = getmetatable(event)
  print('ev', e)
  if type(e) == 'table' then e.evil = (e.evil or 0) + 1 print(e.evil) end
  print('handle', pcall(getmetatable, game))
  if game.turn == 3 then error('stop') end
end
return fan";
    let world = World::new(&[], &[Script::new("fan", main)]);
    let host = bastide_script::load_host(&world.rules, world.sources.clone(), Default::default()).unwrap();
    let host = std::rc::Rc::new(std::cell::RefCell::new(host));
    let mut game = bastide_engine::game::Game::with_host(world.rules.clone(), 1, Some(host.clone()), Default::default()).unwrap();
    for _ in 0..6 { let c = game.decision().unwrap().get(0).unwrap(); if game.apply(c).is_err() { break } }
    panic!("{:#?}", host.borrow_mut().take_output());
}
