import { access, constants, stat, statfs } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { GiB, MiB } from '../../domain/bytes.ts'
import { minute, second } from '../../domain/time.ts'
import { isPublicUrl } from '../../outbound/guard.ts'
import { OutboundFault } from '../../outbound/http-client.ts'
import { sealedColumns } from '../../store/engine/sealed.ts'
import { readNow } from '../../store/hold.ts'
import { randomText } from '../../system/random.ts'
import { type Checked, fault, type NamedCheck, ok, warning } from './check.ts'

/** In the major version that the service is tested with. */
const leastNode = 24
const littleSpace = GiB
const slowDatabase = second
const clockTolerance = 5 * second
const testFile = 'polypost health check'

async function checkNode() {
  const major = Number(process.versions.node.split('.')[0])
  return major >= leastNode
    ? ok(`Node is ${process.version}.`)
    : fault(`Node is ${process.version}.`, `Use Node ${leastNode} or newer.`)
}

async function checkFolder({ config: { dataDir, diskReserve } }: Checked) {
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
  const shown = `The data folder ${dataDir} has ${Math.floor(space / MiB)} MB of free space.`
  if (space < diskReserve) return fault(shown, 'Uploads are refused. Delete what is not needed, or use a larger disk.')
  if (space < littleSpace) return warning(shown, 'Delete what is not needed, or use a larger disk.')
  const { mode } = await stat(dataDir)
  return (mode & 0o077) === 0
    ? ok(shown)
    : warning(`${shown} Other users of this machine can open it.`, `Run “chmod 700 ${dataDir}”: it contains keys.`)
}

async function checkDatabase({ database, databaseWay }: Checked) {
  const begun = performance.now()
  await database.ping()
  const took = Math.round(performance.now() - begun)
  const kind = database.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  const way = databaseWay.connections === 'pooler' ? ' through a pooler' : ''
  const shown = `The database is ${kind}${way} and answers in ${took} ms.`
  return took < slowDatabase ? ok(shown) : warning(shown, 'Look at the load of the database, and the way to it.')
}

async function checkKey({ database, sealer }: Checked) {
  const first = { skip: 0, limit: 1 }
  const pages = Object.values(sealedColumns).map((outdated) => outdated(database.read, sealer.newest, first))
  const isOld = (await Promise.all(pages)).some((page) => page.length > 0)
  return isOld
    ? warning('Some secrets are encrypted with an older key.', 'Run “polypost rotate-key”; see docs/operate/keys.md.')
    : ok('All secrets are encrypted with the newest key.')
}

async function checkClock({ database, clock }: Checked) {
  const difference = Math.abs(clock.now() - (await readNow(database.read)))
  const shown = `The clocks of this machine and of the database differ by ${Math.round(difference / second)} seconds.`
  const remedy = 'Let both machines set their clock by NTP.'
  if (difference > minute) return fault(shown, remedy)
  return difference > clockTolerance ? warning(shown, remedy) : ok('The clock agrees with that of the database.')
}

/** Whether it can be reached from outside is only known as far as this machine sees it. */
async function checkAddress({ config: { publicUrl }, http }: Checked) {
  if (!isPublicUrl(publicUrl))
    return warning(
      `The public address is ${publicUrl}, which only this machine or network reaches.`,
      'To use real platforms, set POLYPOST_PUBLIC_URL to an https address that they reach.',
    )
  if (!publicUrl.startsWith('https:'))
    return fault(`The public address is ${publicUrl}, which is not https.`, 'Put a proxy with https in front of it.')
  try {
    const { status, close } = await http.request({ method: 'GET', url: `${publicUrl}/healthz` })
    close()
    return status === 200
      ? ok(`${publicUrl} answers.`)
      : fault(`${publicUrl}/healthz answers with status ${status}.`, 'Let the proxy pass requests on to this service.')
  } catch (error) {
    if (!(error instanceof OutboundFault)) throw error
    return warning(
      `${publicUrl} cannot be reached from this machine: ${error.message}`,
      'Open it from another network. If it fails there too, look at the name, the certificate and the proxy.',
    )
  }
}

async function checkStorage({ storage, config: { mediaS3 } }: Checked) {
  const key = `health/${randomText(24)}`
  const where = mediaS3 === null ? 'the data folder' : `the bucket ${mediaS3.bucket}`
  try {
    await storage.put(key, piece(), 'text/plain')
    const read = await buffer(await storage.read(key))
    if (read.toString() !== testFile)
      return fault(`A file in ${where} is not read as it was written.`, remedyFor(mediaS3))
    return ok(`Media are written to and read from ${where}.`)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return fault(`A file could not be written to ${where} and read again: ${why}`, remedyFor(mediaS3))
  } finally {
    await storage.remove(key).catch(() => {})
  }
}

async function* piece(): AsyncIterable<Uint8Array> {
  yield Buffer.from(testFile)
}

const remedyFor = (bucket: unknown): string =>
  bucket === null ? 'Check the rights and the space of the data folder.' : 'Check MEDIA_S3_… and the rights of its key.'

async function checkModel({ config: { languageModel } }: Checked) {
  return ok(
    languageModel === null
      ? 'No language model is set. Auto-replies and the prefill of settings need one.'
      : `The language model is ${languageModel.name} at ${new URL(languageModel.baseUrl).host}.`,
  )
}

export const machineChecks: readonly NamedCheck[] = [
  { id: 'node', run: checkNode },
  { id: 'data_folder', run: checkFolder },
  { id: 'database', run: checkDatabase },
  { id: 'sealing_key', run: checkKey },
  { id: 'clock', run: checkClock },
  { id: 'public_address', run: checkAddress },
  { id: 'media_storage', run: checkStorage },
  { id: 'language_model', run: checkModel },
]
