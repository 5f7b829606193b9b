import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { published } from '../../scripts/published.ts'
import { root } from '../../scripts/test-files.ts'

/** Where people read what to run: pages, messages, help, and files that they copy. */
const places = [
  '*.md',
  '{docs,sdk*,deploy,integrations}/**/*.{md,ts,js,mjs,py,json,yaml,toml,service}',
  '{src,dashboard/src}/**/*.{ts,tsx}',
  'scripts/launch{,/*}.mjs',
  'compose.yaml',
  'Dockerfile',
]

const install = '(?:npm|pnpm|yarn|bun|deno)\\s+(?:i|install|add)(?:\\s+-\\S+)*'
const fetches: Readonly<Record<keyof typeof published, RegExp>> = {
  npm: new RegExp(
    `(?:npx|bunx|(?:pnpm|yarn)\\s+dlx|npm\\s+(?:exec|x))(?:\\s+-\\S+)*\\s+polypost(?![\\w/-])|${install}\\s+polypost(?![\\w/-])`,
  ),
  sdk: new RegExp(
    `${install}\\s+(?:npm:)?@polypost/|npm:@polypost/|(?:esm\\.sh|unpkg\\.com|jsdelivr\\.net/npm)/@polypost/`,
  ),
  pypi: /(?:pipx?3?|uv(?:\s+pip)?|poetry)\s+(?:install|add)(?:\s+-\S+)*\s+polypost(?![\w/-])/,
  n8n: new RegExp(`${install}\\s+n8n-nodes-polypost`),
  image:
    /\bimage:\s*\S+\/polypost\b|\b(?:ghcr|docker|quay)\.io\/\S*polypost|(?:docker|podman)\s+(?:pull|run)\b.*\s(?![./~])[\w.-]+(?:\/[\w.-]+)*\/polypost\b/,
}

describe('nobody is told to run what belongs to nobody', () => {
  const files = globSync(places, { cwd: root, exclude: ['**/node_modules', '**/generated'] })

  for (const [name, pattern] of Object.entries(fetches))
    test(`instructions name ${name} only if it is published`, () => {
      if (published[name as keyof typeof published]) return
      const found = files.flatMap((file) =>
        readFileSync(join(root, file), 'utf8')
          .split('\n')
          .flatMap((line) => (pattern.test(line) ? [`${file}: ${line.trim()}`] : [])),
      )
      assert.deepEqual(found, [])
    })

  test('all places are read', () => {
    for (const file of ['README.md', 'docs/release.md', 'sdk/README.md', 'src/system/version.ts', 'compose.yaml'])
      assert.ok(files.includes(file), file)
  })

  test('an instruction is recognised, and one that takes a file or a checkout is not', () => {
    const isFound = (line: string) => Object.values(fetches).some((pattern) => pattern.test(line))
    const wrong = [
      'npx polypost start',
      'npx --yes polypost@latest start',
      '`npm install --global polypost`',
      'npm exec polypost -- start',
      'npm install @polypost/sdk',
      "import { Polypost } from 'npm:@polypost/sdk'",
      'pip install polypost',
      'pip install --upgrade polypost==0.2.0',
      'npm install n8n-nodes-polypost',
      'docker run -v polypost-data:/data acme/polypost',
      '  image: ghcr.io/acme/polypost:0.2.0',
    ]
    const right = [
      'npx --package ./polypost-0.2.0.tgz polypost start',
      'npm install ./polypost-sdk-0.2.0.tgz',
      'npm install --global ./polypost-0.2.0.tgz',
      'npm run polypost -- doctor',
      'pip install ./polypost-0.2.0-py3-none-any.whl',
      'docker run -p 127.0.0.1:4000:4000 -v /srv/polypost:/data polypost',
      '  image: polypost',
    ]
    assert.deepEqual([wrong.filter((line) => !isFound(line)), right.filter(isFound)], [[], []])
  })
})
