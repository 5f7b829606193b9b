import type { Import } from './source.ts'

/** An import cycle that contains the file, as a path; null if there is none. */
function circleFrom(start: string, imported: ReadonlyMap<string, readonly string[]>): readonly string[] | null {
  const seen = new Set<string>()
  const paths: (readonly string[])[] = [[start]]
  for (const path of paths)
    for (const target of imported.get(path.at(-1) ?? '') ?? []) {
      if (target === start) return [...path, start]
      if (seen.has(target)) continue
      seen.add(target)
      paths.push([...path, target])
    }
  return null
}

export function circlesIn(found: readonly Import[]): string[] {
  const files = Map.groupBy(
    found.filter(({ isPackage }) => !isPackage),
    ({ file }) => file,
  )
  const imported = new Map([...files].map(([file, of]) => [file, of.map(({ target }) => target)] as const))
  return [...files.keys()].flatMap((file) => circleFrom(file, imported)?.join(' → ') ?? [])
}
