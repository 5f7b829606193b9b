import { type Config, readConfig } from '../../app/config.ts'
import { keepSecrets, newSecret, writeSecrets } from '../../app/data-dir.ts'
import { openStore } from '../../app/open-store.ts'
import { createSealer } from '../../crypto/seal.ts'
import { fileStamp, systemClock } from '../../system/clock.ts'
import { crashPoint } from '../../system/crash-point.ts'
import { type ResealResult, reseal } from '../../usecases/admin/reseal.ts'
import { CommandFault } from '../fault.ts'

export function rotateKey(): Promise<void> {
  const config = readConfig(process.env)
  return config.secretKeys === null ? rotateOwn(config) : rotateGiven(config)
}

/** The operator has added the new key before the old one for all processes; processes with both keys may be running. */
async function rotateGiven(config: Config): Promise<void> {
  const store = await openStore(config, systemClock, { locks: false, migrates: false })
  try {
    report(await reseal(store))
    console.log('You can now remove the older keys from POLYPOST_SECRET_KEY. Older backups still need the older keys.')
  } finally {
    await store.close()
  }
}

/** Only one process may know the key of the data directory; the lock makes sure that no other process is running. */
async function rotateOwn(config: Config): Promise<void> {
  const store = await openStore(config, systemClock, { locks: true, migrates: false })
  try {
    const [newest = '', ...older] = store.secrets
    // Several keys mean that a rotation was interrupted: it continues.
    const isContinued = older.length > 0
    const earlier = await keepSecrets(config.dataDir, isContinued ? older : [newest], fileStamp(systemClock.now()))
    crashPoint('rotate-key.kept')
    const secrets = isContinued ? store.secrets : [newSecret(), newest]
    await writeSecrets(config.dataDir, secrets)
    report(await reseal({ database: store.database, sealer: createSealer(secrets) }))
    crashPoint('rotate-key.resealed')
    await writeSecrets(config.dataDir, secrets.slice(0, 1))
    console.log(
      `There is a new secret.key in ${config.dataDir}. The old one is ${earlier}. Keep it as long as backups from before now.`,
    )
  } finally {
    await store.close()
  }
}

function report(all: readonly ResealResult[]): void {
  const unopened = all.filter((one) => one.unopened > 0)
  if (unopened.length > 0)
    throw new CommandFault(
      `None of the keys decrypts ${unopened.map((one) => `${one.unopened} of the ${one.what}`).join(', ')}. Everything else is encrypted with the newest key. Add the missing key to POLYPOST_SECRET_KEY and run this command again; no key was removed.`,
    )
  const done = all.filter((one) => one.resealed > 0).map((one) => `${one.resealed} ${one.what}`)
  console.log(
    done.length === 0
      ? 'Everything is already encrypted with the newest key.'
      : `Encrypted with the newest key: ${done.join(', ')}.`,
  )
}
