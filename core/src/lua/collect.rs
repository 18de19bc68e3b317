//! Walks the tree of a Lua file.

use bastide_content::diagnostic::Source;
use full_moon::ast::luau::{ConstAssignment, ConstFunction};
use full_moon::ast::punctuated::Punctuated;
use full_moon::ast::{
    Assignment, Ast, Call, Expression, Field, FunctionArgs, FunctionBody, FunctionCall, FunctionDeclaration,
    GenericFor, Index, LastStmt, LocalAssignment, LocalFunction, NumericFor, Parameter, Prefix, Suffix,
    TableConstructor, Var, VarExpression,
};
use full_moon::tokenizer::{Token, TokenReference, TokenType};
use full_moon::visitors::Visitor;

use super::{Member, NAMELESS, Script, Word};

pub(super) struct Collector {
    pub script: Script,
}

impl Collector {
    pub fn new(source: Source) -> Collector {
        let script = Script {
            source,
            members: Vec::new(),
            names: Vec::new(),
            declared: Default::default(),
            keys: Vec::new(),
            tables: Vec::new(),
            aliases: Vec::new(),
            returned: None,
            locals: Vec::new(),
            texts: Vec::new(),
            comments: Vec::new(),
        };
        Collector { script }
    }

    fn declare(&mut self, names: &Punctuated<TokenReference>) {
        self.script.declared.extend(names.iter().map(|name| word(name).text));
    }

    /// A prefix and what follows it: `game.players[1]:supply()`.
    fn chain<'a>(&mut self, prefix: &Prefix, suffixes: impl Iterator<Item = &'a Suffix>) {
        let mut path = vec![match prefix {
            Prefix::Name(name) => word(name).text,
            _ => NAMELESS.to_owned(),
        }];
        let mut last: Option<usize> = None;
        let mut first_call = matches!(prefix, Prefix::Name(_));
        for suffix in suffixes {
            match suffix {
                Suffix::Index(Index::Dot { name, .. }) => {
                    last = Some(self.member(word(name), &path, false));
                    path.push(word(name).text);
                }
                Suffix::Index(index) => {
                    let key = match index {
                        Index::Brackets { expression: key, .. } => text_of(key),
                        _ => None,
                    };
                    path.push(key.map_or_else(|| NAMELESS.to_owned(), |key| key.text));
                    last = None;
                }
                Suffix::Call(Call::MethodCall(call)) => {
                    let at = self.member(word(call.name()), &path, true);
                    self.script.members[at].arguments = Some(arguments(call.args()));
                    (path, last) = (vec![NAMELESS.to_owned()], None);
                }
                Suffix::Call(Call::AnonymousCall(args)) => {
                    let at = match (last, prefix) {
                        (Some(at), _) => Some(at),
                        (None, Prefix::Name(name)) if first_call => Some(self.member(word(name), &[], false)),
                        _ => None,
                    };
                    if let Some(at) = at {
                        self.script.members[at].arguments = Some(arguments(args));
                    }
                    (path, last) = (vec![NAMELESS.to_owned()], None);
                }
                _ => {}
            }
            first_call = false;
        }
    }

    fn member(&mut self, word: Word, of: &[String], method: bool) -> usize {
        self.script.members.push(Member { word, of: of.to_vec(), method, arguments: None });
        self.script.members.len() - 1
    }

    /// A table that gets a name, with its keys.
    fn table(&mut self, name: &str, table: &TableConstructor) {
        let keys = table.fields().iter().filter_map(|field| match field {
            Field::NameKey { key, .. } => Some(word(key)),
            Field::ExpressionKey { key, .. } => text_of(key),
            _ => None,
        });
        self.script.tables.push((name.to_owned(), keys.collect()));
    }

    fn target(&mut self, target: &Var, value: Option<&Expression>) {
        let name = match target {
            Var::Name(name) => {
                let name = word(name);
                self.script.declared.insert(name.text.clone());
                Some(name)
            }
            Var::Expression(expression) => match expression.suffixes().last() {
                Some(Suffix::Index(Index::Dot { name, .. })) => Some(word(name)),
                Some(Suffix::Index(Index::Brackets { expression, .. })) => text_of(expression),
                _ => None,
            },
            _ => None,
        };
        let Some(name) = name else { return };
        if let Some(Expression::TableConstructor(table)) = value {
            self.table(&name.text, table);
        }
        self.script.keys.push(name);
    }

    fn alias(&mut self, name: &TokenReference, value: &Expression) {
        let name = word(name).text;
        match value {
            Expression::TableConstructor(table) => self.table(&name, table),
            Expression::Var(Var::Expression(expression)) => {
                if let Some(path) = path(expression) {
                    self.script.aliases.push((name, path));
                }
            }
            _ => {}
        }
    }
}

impl Visitor for Collector {
    fn visit_function_call(&mut self, call: &FunctionCall) {
        self.chain(call.prefix(), call.suffixes());
    }

    fn visit_var_expression(&mut self, expression: &VarExpression) {
        self.chain(expression.prefix(), expression.suffixes());
    }

    fn visit_prefix(&mut self, prefix: &Prefix) {
        if let Prefix::Name(name) = prefix {
            self.script.names.push(word(name));
        }
    }

    fn visit_var(&mut self, var: &Var) {
        if let Var::Name(name) = var {
            self.script.names.push(word(name));
        }
    }

    fn visit_assignment(&mut self, assignment: &Assignment) {
        let mut values = assignment.expressions().iter();
        for target in assignment.variables() {
            self.target(target, values.next());
        }
    }

    fn visit_local_assignment(&mut self, assignment: &LocalAssignment) {
        self.declare(assignment.names());
        self.script.locals.extend(assignment.names().iter().map(word));
        for (name, value) in assignment.names().iter().zip(assignment.expressions()) {
            self.alias(name, value);
        }
    }

    fn visit_const_assignment(&mut self, assignment: &ConstAssignment) {
        self.declare(assignment.names());
    }

    fn visit_local_function(&mut self, function: &LocalFunction) {
        self.script.declared.insert(word(function.name()).text);
    }

    fn visit_const_function(&mut self, function: &ConstFunction) {
        self.script.declared.insert(word(function.name()).text);
    }

    fn visit_function_declaration(&mut self, function: &FunctionDeclaration) {
        let names: Vec<Word> = function.name().names().iter().map(word).collect();
        if let Some(method) = function.name().method_name() {
            self.script.keys.push(word(method));
            self.script.declared.insert("self".to_owned());
        }
        let mut names = names.into_iter();
        let first = names.next();
        self.script.keys.extend(names);
        match (first, function.name().names().len()) {
            // A function of no table is a global, which loading refuses.
            (Some(first), 1) if function.name().method_name().is_none() => {
                self.script.declared.insert(first.text);
            }
            (Some(first), _) => self.script.names.push(first),
            (None, _) => {}
        }
    }

    fn visit_function_body(&mut self, body: &FunctionBody) {
        for parameter in body.parameters() {
            if let Parameter::Name(name) = parameter {
                self.script.declared.insert(word(name).text);
            }
        }
    }

    fn visit_numeric_for(&mut self, numeric: &NumericFor) {
        self.script.declared.insert(word(numeric.index_variable()).text);
    }

    fn visit_generic_for(&mut self, generic: &GenericFor) {
        self.declare(generic.names());
    }

    fn visit_field(&mut self, field: &Field) {
        let (key, value) = match field {
            Field::NameKey { key, value, .. } => (Some(word(key)), value),
            Field::ExpressionKey { key, value, .. } => (text_of(key), value),
            _ => return,
        };
        let Some(key) = key else { return };
        if let Expression::TableConstructor(table) = &**value {
            self.table(&key.text, table);
        }
        self.script.keys.push(key);
    }

    fn visit_string_literal(&mut self, token: &Token) {
        self.script.texts.extend(literal(token));
    }

    fn visit_single_line_comment(&mut self, token: &Token) {
        self.script.comments.extend(comment(token));
    }

    fn visit_multi_line_comment(&mut self, token: &Token) {
        self.script.comments.extend(comment(token));
    }
}

/// The name that a file returns.
pub(super) fn returned(ast: &Ast) -> Option<String> {
    let Some(LastStmt::Return(last)) = ast.nodes().last_stmt() else { return None };
    match last.returns().iter().next()? {
        Expression::Var(Var::Name(name)) => Some(word(name).text),
        _ => None,
    }
}

/// The names of `game.options`; `None` where something else than names stands in it.
fn path(expression: &VarExpression) -> Option<Vec<String>> {
    let Prefix::Name(first) = expression.prefix() else { return None };
    let mut path = vec![word(first).text];
    for suffix in expression.suffixes() {
        let Suffix::Index(Index::Dot { name, .. }) = suffix else { return None };
        path.push(word(name).text);
    }
    Some(path)
}

fn arguments(args: &FunctionArgs) -> Vec<Option<Word>> {
    match args {
        FunctionArgs::Parentheses { arguments, .. } => arguments.iter().map(text_of).collect(),
        FunctionArgs::String(text) => vec![literal(text.token())],
        _ => vec![None],
    }
}

fn text_of(expression: &Expression) -> Option<Word> {
    match expression {
        Expression::String(token) => literal(token.token()),
        Expression::Parentheses { expression, .. } => text_of(expression),
        _ => None,
    }
}

fn word(token: &TokenReference) -> Word {
    Word { text: token.token().to_string(), span: span(token.token()) }
}

fn literal(token: &Token) -> Option<Word> {
    match token.token_type() {
        TokenType::StringLiteral { literal, .. } => {
            Some(Word { text: literal.to_string(), span: span(token) })
        }
        _ => None,
    }
}

fn comment(token: &Token) -> Option<Word> {
    match token.token_type() {
        TokenType::SingleLineComment { comment } | TokenType::MultiLineComment { comment, .. } => {
            Some(Word { text: comment.to_string(), span: span(token) })
        }
        _ => None,
    }
}

fn span(token: &Token) -> std::ops::Range<usize> {
    token.start_position().bytes()..token.end_position().bytes()
}
