import { after } from 'node:test'

const endings: (() => Promise<void>)[] = []

/**
 * Does this when all tests of the process have run. A group of files loads this module before its files (`test-groups.ts`):
 * loaded inside a suite, the hook would run at the end of that suite.
 */
export function atEnd(end: () => Promise<void>): void {
  endings.push(end)
}

after(async () => {
  // If one fails, the others must end all the same: this process would not.
  const ended = await Promise.allSettled(endings.map((end) => end()))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
})
