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

/** The folders in the lock file that these packages need, directly or not. */
export function neededFolders(packages: Packages, own: readonly string[]): ReadonlySet<string> {
  const needed = new Set(own)
  for (const folder of needed)
    for (const name of needsOf(packages[folder] ?? {})) {
      const found = foldersFrom(folder).find((parent) => packages[`${parent}node_modules/${name}`])
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
function foldersFrom(folder: string): string[] {
  const parts = folder.split(/(?<=\/|^)(?=node_modules\/)/)
  return [folder === '' ? '' : `${folder}/`, ...parts.map((_, at) => parts.slice(0, at).join('')).reverse()]
}
