"use strict";

// How well a thing fits what somebody wrote; 0 where it does not. Names count more than texts, and
// headings more than rows of their tables.
function fit(thing, wanted) {
  const name = thing.name.toLowerCase();
  const last = name.split(/[:.\s(]/).filter(Boolean);
  if (name === wanted || last.includes(wanted)) return thing.row ? 90 : 100;
  if (name.startsWith(wanted)) return 80;
  if (last.some((part) => part.startsWith(wanted))) return 70;
  if (name.includes(wanted)) return 60;
  const words = wanted.split(/[\s_]+/).filter(Boolean);
  if (words.length && words.every((word) => name.includes(word))) return 50;
  if (words.length && words.every((word) => thing.text.includes(word))) return 10;
  return 0;
}

// The things that fit, best first, in the order of the page where they fit alike.
function search(things, query, most) {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return [];
  return things
    .map((thing, at) => ({ thing, at, fit: fit(thing, wanted) }))
    .filter((found) => found.fit > 0)
    .sort((a, b) => b.fit - a.fit || a.at - b.at)
    .slice(0, most)
    .map((found) => found.thing);
}

// What can be found: each heading with what stands below it, and each row of a table.
function collect(main) {
  const things = [];
  for (const section of main.querySelectorAll("section")) {
    const page = section.querySelector("h1").textContent;
    let current = { name: page, page: "", id: section.id, text: "" };
    things.push(current);
    for (const child of section.children) {
      if (/^H[23]$/.test(child.tagName)) {
        current = { name: child.textContent, page, id: child.id, text: "" };
        things.push(current);
      } else {
        current.text += " " + child.textContent.toLowerCase();
      }
      if (child.tagName === "TABLE") {
        for (const row of child.querySelectorAll("tbody tr")) {
          const key = row.querySelector("td");
          const name = key.textContent.replace("?", "");
          // What has a heading of its own is found there.
          if (key.querySelector("a")) continue;
          things.push({ name, page: current.name, id: current.id, text: row.textContent.toLowerCase(), row: true });
        }
      }
    }
  }
  return things;
}

function start() {
  const things = collect(document.querySelector("main"));
  const box = document.getElementById("search");
  const list = document.getElementById("results");
  const found = document.getElementById("found");
  const contents = document.getElementById("contents");
  let chosen = 0;
  const choose = (at) => {
    const items = [...list.children];
    if (!items.length) return;
    chosen = (at + items.length) % items.length;
    items.forEach((item, index) => item.classList.toggle("chosen", index === chosen));
    items[chosen].scrollIntoView({ block: "nearest" });
  };
  const show = () => {
    const results = search(things, box.value, 30);
    list.replaceChildren(
      ...results.map((thing) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        const place = document.createElement("small");
        link.href = "#" + thing.id;
        link.textContent = thing.name;
        place.textContent = thing.page;
        link.append(place);
        item.append(link);
        return item;
      }),
    );
    const wanted = box.value.trim();
    contents.hidden = wanted !== "";
    found.textContent = !wanted ? "" : results.length ? "Enter opens the first." : "Nothing is called so.";
    choose(0);
  };
  box.addEventListener("input", show);
  box.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") choose(chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen - 1);
    else if (event.key === "Enter" && list.children[chosen]) list.children[chosen].firstChild.click();
    else if (event.key === "Escape") { box.value = ""; show(); }
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== box) {
      event.preventDefault();
      box.focus();
    }
  });
  show();
}

if (typeof document !== "undefined") start();
