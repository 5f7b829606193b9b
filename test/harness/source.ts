import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A file, by its path below the folder that was read. */
export interface Source {
  readonly file: string
  readonly tree: ts.SourceFile
}

export const parse = (file: string, text: string): Source => ({
  file,
  tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true),
})

export const sources = (folder = 'src'): Source[] =>
  globSync('**/*.{ts,tsx,mjs}', { cwd: join(root, folder), exclude: ['**/node_modules'] })
    .sort()
    .map((file) => parse(file, readFileSync(join(root, folder, file), 'utf8')))

export interface Import {
  readonly file: string
  /** A path below the same folder, or the name of a package. */
  readonly target: string
  readonly isPackage: boolean
  /** Only types, which do not exist at run time. */
  readonly typeOnly: boolean
  readonly names: readonly string[]
}

const isTypeOnly = (node: ts.ImportDeclaration | ts.ExportDeclaration): boolean => {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly
  const { importClause: clause } = node
  if (!clause) return false
  const { namedBindings: named } = clause
  const onlyTypes = named && ts.isNamedImports(named) && named.elements.every((element) => element.isTypeOnly)
  return clause.phaseModifier === ts.SyntaxKind.TypeKeyword || (!clause.name && onlyTypes === true)
}

const namesOf = (node: ts.Node): string[] => {
  const bindings = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : undefined
  return bindings && ts.isNamedImports(bindings)
    ? bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
    : []
}

/** Every import of a file: statements, re-exports, `import()` in values and in types; `computed`: what isn't literal is left out. */
export function importsOf({ file, tree }: Source, { computed = false } = {}): Import[] {
  return nodesOf(tree).flatMap((node) => {
    const typeOnly = ts.isImportTypeNode(node)
    if (ts.isImportDeclaration(node) || (ts.isExportDeclaration(node) && node.moduleSpecifier))
      return target(node.moduleSpecifier, isTypeOnly(node))
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      return target(node.arguments[0], false)
    return typeOnly && ts.isLiteralTypeNode(node.argument) ? target(node.argument.literal, true) : []

    function target(specifier: ts.Node | undefined, ofTypes: boolean): Import[] {
      if (!specifier || !ts.isStringLiteralLike(specifier)) {
        if (computed) return []
        throw new Error(`${file} has an import whose target is only known at run time.`)
      }
      const { text } = specifier
      const isPackage = !text.startsWith('.')
      const path = isPackage ? text : relative('/', join('/', dirname(file), text))
      return [{ file, target: path, isPackage, typeOnly: ofTypes, names: namesOf(node) }]
    }
  })
}

export function nodesOf(tree: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = []
  const visit = (node: ts.Node) => {
    nodes.push(node)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return nodes
}
