import { z } from 'zod'

const names = z.record(z.string(), z.string()).optional()

/** A package in a lock file of npm. */
export const lockedPackage = z.looseObject({
  link: z.boolean().optional(),
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: z.record(z.string(), z.looseObject({ optional: z.boolean().optional() })).optional(),
})

type LockedPackage = z.output<typeof lockedPackage>
type Packages = Readonly<Record<string, LockedPackage>>

/** The places in the lock file that these packages need, directly or not. */
export function neededPlaces(packages: Packages, own: readonly string[]): ReadonlySet<string> {
  const needed = new Set(own)
  for (const place of needed)
    for (const name of needsOf(packages[place] ?? {})) {
      const found = foldersFrom(place).find((folder) => packages[`${folder}node_modules/${name}`])
      if (found !== undefined) needed.add(`${found}node_modules/${name}`)
    }
  return needed
}

const needsOf = ({
  dependencies,
  optionalDependencies,
  peerDependencies = {},
  peerDependenciesMeta,
}: LockedPackage) => [
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta?.[name]?.optional),
]

/** Where Node looks for what a package imports: in its own folder, then in each one above. */
function foldersFrom(place: string): string[] {
  const parts = place.split(/(?<=\/|^)(?=node_modules\/)/)
  return [place === '' ? '' : `${place}/`, ...parts.map((_, at) => parts.slice(0, at).join('')).reverse()]
}
