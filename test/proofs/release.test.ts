import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A repository with the present files, and with the packages of this checkout. */
function makeCheckout(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'polypost-release-'))
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
  for (const file of files.split('\0').filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
  git('init', '--quiet')
  for (const [name, value] of [
    ['user.name', 'Ana'],
    ['user.email', 'ana@example.com'],
    ['commit.gpgsign', 'false'],
    ['core.excludesFile', join(folder, '.git', 'excluded')],
  ] as const)
    git('config', name, value)
  appendFileSync(join(folder, '.git', 'excluded'), 'node_modules\n')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'all')
  return {
    folder,
    git,
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
    release: (version: string) =>
      spawnSync(process.execPath, ['scripts/release.ts', version], { cwd: folder, encoding: 'utf8' }),
    prove(commit: string, runs = ['test', 'proofs']) {
      const stored = runs.map((run) => `storeProved('${run}', '${commit}')`).join('; ')
      const script = `import { storeProved } from './scripts/proved.ts'; ${stored}`
      execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder })
    },
  }
}

test('a release has one version everywhere, a tag, a dated part of the changelog, and files with their hashes', (t) => {
  const { folder, git, read, release, prove } = makeCheckout(t)
  const before = git('rev-parse', 'HEAD')
  const notes = read('CHANGELOG.md').split('## Unreleased\n')[1]?.trim() ?? ''
  prove(before)
  const { status, stdout, stderr } = release('9.8.7')
  assert.deepEqual([status, stderr], [0, ''], stdout)

  assert.equal(git('status', '--porcelain'), '')
  assert.deepEqual(
    [git('rev-parse', 'HEAD~1'), git('rev-parse', 'v9.8.7^{commit}')],
    [before, git('rev-parse', 'HEAD')],
  )
  assert.deepEqual(git('diff', '--name-only', 'HEAD~1').split('\n').toSorted(), [
    'CHANGELOG.md',
    'dashboard/package.json',
    'docs/reference/openapi.json',
    'package-lock.json',
    'package.json',
    'sdk/package.json',
  ])
  assert.match(read('CHANGELOG.md'), /\n## Unreleased\n\n## 9\.8\.7, \d{4}-\d\d-\d\d\n\n### /)
  assert.equal(JSON.parse(read('docs/reference/openapi.json')).info['x-version'], '9.8.7')

  const made = join(folder, '.runtime', 'release', '9.8.7')
  const files = ['polypost-9.8.7.cdx.json', 'polypost-9.8.7.tgz', 'polypost-sdk-9.8.7.tgz']
  assert.deepEqual(readdirSync(made).toSorted(), ['SHA256SUMS', ...files, 'release.md'].toSorted())
  const hash = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(made, file)))
      .digest('hex')
  assert.deepEqual(
    readFileSync(join(made, 'SHA256SUMS'), 'utf8').trim().split('\n').toSorted(),
    files.map((file) => `${hash(file)}  ${file}`).toSorted(),
  )
  assert.equal(readFileSync(join(made, 'release.md'), 'utf8').trim(), notes)
  assert.equal(JSON.parse(readFileSync(join(made, files[0] ?? ''), 'utf8')).bomFormat, 'CycloneDX')
  const unpacked = execFileSync('tar', ['-xzOf', join(made, 'polypost-9.8.7.tgz'), 'package/package.json'])
  const { version, commit } = JSON.parse(unpacked.toString())
  assert.deepEqual([version, commit], ['9.8.7', git('rev-parse', 'HEAD')])

  prove(git('rev-parse', 'HEAD'))
  assert.match(release('9.8.8').stderr, /^CHANGELOG\.md says nothing under “Unreleased”\.\n$/)
})

test('a release is refused, and changes nothing, without a newer version, with changes, and without all tests and proofs of this commit', (t) => {
  const { folder, git, release, prove } = makeCheckout(t)
  const refused = (version: string, why: RegExp) => {
    const { status, stderr } = release(version)
    assert.equal(status, 1)
    assert.match(stderr, why)
  }
  refused('next', /^Name the new version\. Example: /)
  refused('0.0.9', /^0\.0\.9 does not come after the present version, /)
  refused('9.8.7', /^No run has shown that all tests pass for [0-9a-f]{40}\. Run “npm test -- --all”/)
  prove(git('rev-parse', 'HEAD'), ['test'])
  refused('9.8.7', /^No run has shown that all proofs pass for [0-9a-f]{40}\. Run “npm run proofs -- --all”/)
  prove('0000000000000000000000000000000000000000', ['proofs'])
  refused('9.8.7', /^No run has shown that all proofs pass for /)
  prove(git('rev-parse', 'HEAD'))
  appendFileSync(join(folder, 'README.md'), '\n')
  refused('9.8.7', /^There are changes without a commit\. /)
  git('checkout', '--quiet', 'README.md')

  // Code that does not build is no release.
  appendFileSync(join(folder, 'sdk', 'src', 'index.ts'), '\nexport const wrong: number = "text"\n')
  git('commit', '--quiet', '--all', '--message', 'wrong')
  const before = git('rev-parse', 'HEAD')
  prove(before)
  refused('9.8.7', /failed:\n/)
  assert.deepEqual([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')], [before, '', ''])
})
