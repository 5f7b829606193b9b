import { readFileSync } from 'node:fs'
import type { EnvironmentVariables } from './setting.ts'

const ending = '_FILE'

interface FilledEnvironment {
  /** The settings, with the content of the files, and without the names of the files. */
  readonly given: EnvironmentVariables
  readonly faults: readonly string[]
}

/**
 * `NAME_FILE` instead of `NAME`, for settings that are secret: Docker and Kubernetes give secrets as files. Spaces and line
 * breaks around the content are left out.
 */
export function fillFromFiles(given: EnvironmentVariables, secrets: readonly string[]): FilledEnvironment {
  const named = secrets.filter((name) => given[name + ending] !== undefined)
  const faults: string[] = []
  const read = named.map((name) => {
    const file = given[name + ending] ?? ''
    if (given[name] !== undefined) faults.push(`${name} and ${name}${ending} must not both be given`)
    const content = contentOf(file)
    if (content.fault !== null) faults.push(`${name}${ending} names ${file}, which ${content.fault}`)
    return [name, content.text] as const
  })
  const others = Object.entries(given).filter(([name]) => !named.some((one) => name === one + ending))
  return { given: Object.fromEntries([...others, ...read]), faults }
}

function contentOf(file: string): { text: string | undefined; fault: string | null } {
  try {
    const text = readFileSync(file, 'utf8').trim()
    return text === '' ? { text: undefined, fault: 'is empty' } : { text, fault: null }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    return { text: undefined, fault: `can’t be read (${code})` }
  }
}
