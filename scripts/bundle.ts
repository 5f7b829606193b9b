import { cp } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { root } from './test-files.ts'

const sources = join(root, 'src')

/** Packages that npm installs beside the bundle. */
export const apart = [
  // Has native parts, one for each system.
  'sharp',
  // Reads its script beside itself.
  '@scalar/fastify-api-reference',
  // Loaded by `require`, and only where a person reads the log.
  'pino-pretty',
  // Its license (MPL) has conditions for copies.
  'mediabunny',
]

/** Packages that the code of others would load, and never does here. */
const neverLoaded = ['pg-native', '@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler']

/** Code in the bundle names files from where the bundle is. A file that starts a thread becomes an entry. */
const filesBeside: Plugin = {
  name: 'files-beside-the-bundle',
  transform: {
    filter: { id: /[\\/]src[\\/].*\.ts$/, code: 'import.meta.url' },
    handler(code, importer) {
      return code.replace(/(?<=new URL\(')(\.{1,2}\/[^']+)(?=', import\.meta\.url\))/g, (name) => {
        const file = resolve(dirname(importer), name)
        const fileName = relative(sources, file).replaceAll('\\', '/').replace(/\.ts$/, '.js')
        if (name.endsWith('.ts')) this.emitFile({ type: 'chunk', id: file, fileName })
        return `./${fileName}`
      })
    },
  },
}

/**
 * Writes the service and the command line into a folder: a few files for what a start loads, and one for each part that is
 * loaded later. Returns the sources that are inside. Names stay, so that stack traces can be read.
 */
export async function bundle(folder: string): Promise<readonly string[]> {
  const bundler = await rolldown({
    input: { main: join(sources, 'main.ts') },
    platform: 'node',
    external: [...apart, ...neverLoaded],
    plugins: [filesBeside],
    // Nothing outside imports the entries.
    preserveEntrySignatures: false,
  })
  // V8 stores a file with other characters in twice the memory.
  const { output } = await bundler.write({
    dir: folder,
    chunkFileNames: '[name].js',
    charset: 'ascii',
    comments: false,
  })
  await bundler.close()
  const sample = join('sandbox', 'sample.mp4')
  await cp(join(sources, sample), join(folder, sample))
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
}

/** The same with the description of the package, from which the service reads its version: what can be started. */
export async function bundleService(folder: string): Promise<void> {
  await bundle(join(folder, 'src'))
  await cp(join(root, 'package.json'), join(folder, 'package.json'))
}
