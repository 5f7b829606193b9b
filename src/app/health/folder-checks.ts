import { access, constants, stat, statfs } from 'node:fs/promises'
import { GiB, MiB } from '../../domain/bytes.ts'
import type { Config } from '../config.ts'
import { keyFiles, serviceFiles } from '../data-dir.ts'
import { fault, mendable, type NamedCheck, ok, warning } from './check.ts'

/** In the major version that the service is tested with. */
const leastNode = 24
const littleSpace = GiB

async function checkNode() {
  const major = Number(process.versions.node.split('.')[0])
  return major >= leastNode
    ? ok(`Node is ${process.version}.`)
    : fault(`Node is ${process.version}.`, `Use Node ${leastNode} or newer.`)
}

async function checkFolder({ config: { dataDir, diskReserve } }: LocallyChecked) {
  const free = await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => statfs(dataDir),
    () => null,
  )
  if (free === null)
    return fault(
      `The data folder ${dataDir} cannot be written.`,
      'Give this user the right to write there, or set POLYPOST_DATA_DIR to another folder.',
    )
  const space = free.bavail * free.bsize
  const shown = `The data folder ${dataDir} has ${inWords(space)} of free space.`
  if (space < diskReserve) return fault(shown, 'Uploads are refused. Delete what is not needed, or use a larger disk.')
  return space < littleSpace ? warning(shown, 'Delete what is not needed, or use a larger disk.') : ok(shown)
}

const inWords = (bytes: number): string =>
  bytes < 10 * GiB ? `${Math.floor(bytes / MiB)} MB` : `${Math.floor(bytes / GiB)} GB`

/** Of the data folder and the keys in it, what other users may open. */
export async function openToOthers(dataDir: string): Promise<readonly string[]> {
  const paths = [dataDir, ...keyFiles(dataDir)]
  const modes = await Promise.all(paths.map(async (path) => (await stat(path).catch(() => null))?.mode ?? 0))
  return paths.filter((_path, at) => ((modes[at] ?? 0) & 0o077) !== 0)
}

async function checkFiles({ config: { dataDir } }: LocallyChecked) {
  const files = serviceFiles(dataDir)
  const usable = await Promise.all(files.map(isUsable))
  const foreign = files.filter((_file, at) => !usable[at])
  if (foreign.length > 0)
    return fault(
      `This user cannot read and write ${foreign.join(', ')}.`,
      'Run Polypost as the user that owns these files, or give them to this user with “chown”. A command that ran as root may have made them.',
    )
  const open = await openToOthers(dataDir)
  return open.length === 0
    ? ok('Only this user can open the data folder and its keys.')
    : mendable(
        warning(
          `Other users of this machine can open ${open.join(', ')}.`,
          'Run “polypost doctor --fix”, which takes the rights of others away.',
        ),
      )
}

/** A missing file is made when it is needed. */
const isUsable = (file: string): Promise<boolean> =>
  access(file, constants.R_OK | constants.W_OK).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  )

interface LocallyChecked {
  readonly config: Config
}

/** Checks that do not need the database. */
export const folderChecks: readonly NamedCheck<LocallyChecked>[] = [
  { id: 'node', run: checkNode },
  { id: 'data_folder', run: checkFolder },
  { id: 'private_files', run: checkFiles },
]
