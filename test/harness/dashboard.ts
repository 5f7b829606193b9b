import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const script = `document.querySelector('h1').textContent = 'The screens'\n`

/** As the build leaves them; the real dashboard has tests of its own. */
const files = {
  'index.html': `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta property="csp-nonce" nonce="__NONCE__">
<title>Screens</title>
<link rel="icon" href="data:,">
<style nonce="__NONCE__">h1 { color: rgb(1, 2, 3) }</style>
<script type="module" nonce="__NONCE__" src="/assets/main-a1.js"></script>
</head>
<body><h1>No script ran</h1></body>
</html>
`,
  'assets/main-a1.js': script,
  'assets/main-a1.js.br': brotliCompressSync(script),
  'assets/main-a1.js.gz': gzipSync(script),
  'assets/small-a1.css': 'h1 { margin: 0 }',
}

/** A small dashboard that stands for the built one. */
export interface BuiltDashboard {
  /** For the setting. It does not exist before `build`. */
  readonly folder: string
  readonly script: string
  readonly build: () => Promise<void>
  /** Writes the progress that a start of a checkout reports meanwhile. */
  readonly report: (progress: object) => Promise<void>
  readonly remove: () => Promise<void>
}

export async function makeDashboard(): Promise<BuiltDashboard> {
  const place = await mkdtemp(join(tmpdir(), 'polypost-dashboard-'))
  const folder = join(place, 'built')
  await writeFile(join(place, 'secret.js'), 'not for everybody')
  const build = async () => {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), content)
    }
  }
  return {
    folder,
    script,
    build,
    report: (progress) => writeFile(`${folder}.json`, JSON.stringify(progress)),
    remove: () => rm(place, { recursive: true, force: true }),
  }
}
