import { registerHooks } from 'node:module'

/** Imported before a program, it prints what the program loaded when it ends: its packages, and its own folders. */
const loaded = new Set<string>()

registerHooks({
  load(url, context, next) {
    loaded.add(nameOf(url))
    return next(url, context)
  },
})

function nameOf(url: string): string {
  if (url.includes('/sdk/src/')) return '@polypost/sdk'
  const [, ofPackage, ofFolder] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/|\/src\/(\w+)\//.exec(url) ?? []
  return ofPackage ?? (ofFolder ? `src/${ofFolder}` : url)
}

process.on('exit', () => {
  // The types do not know this list of Node's own modules.
  if (String(Reflect.get(process, 'moduleLoadList')).includes('deps/undici')) loaded.add('node:fetch')
  process.stderr.write(`\nloaded: ${[...loaded].sort().join(' ')}\n`)
})
