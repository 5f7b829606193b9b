import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The commit of a checkout, without Git; null if the folder is none, or it cannot be read. */
export function commitOf(checkout: string): string | null {
  try {
    return readCommit(checkout)
  } catch {
    return null
  }
}

function readCommit(checkout: string): string | null {
  const dotGit = join(checkout, '.git')
  // A second work tree has its own HEAD, and shares the branches.
  const own = statSync(dotGit).isDirectory() ? dotGit : resolve(checkout, read(dotGit).replace('gitdir: ', ''))
  const shared = join(own, 'commondir')
  const common = existsSync(shared) ? resolve(own, read(shared)) : own
  const head = read(join(own, 'HEAD'))
  if (!head.startsWith('ref: ')) return head
  const branch = head.slice('ref: '.length)
  const file = join(common, branch)
  if (existsSync(file)) return read(file)
  const packed = read(join(common, 'packed-refs')).split('\n')
  return packed.find((line) => line.endsWith(` ${branch}`))?.split(' ')[0] ?? null
}

const read = (path: string): string => readFileSync(path, 'utf8').trim()
