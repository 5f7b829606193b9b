import type { Command } from 'commander'
import { type Config, readConfig } from '../app/config.ts'
import { newSecret, writeSecrets } from '../app/data-dir.ts'
import { openStore } from '../app/open-store.ts'
import { createSealer } from '../crypto/seal.ts'
import { systemClock } from '../system/clock.ts'
import { type Resealed, reseal } from '../usecases/admin/reseal.ts'
import { CommandFault } from './fault.ts'

export function addRotateKeyCommand(program: Command): void {
  program
    .command('rotate-key')
    .description('seal everything in the database anew, with the newest key of POLYPOST_SECRET_KEY or with a new one')
    .action(() => {
      const config = readConfig(process.env)
      return config.secretKeys === null ? rotateOwn(config) : rotateGiven(config)
    })
}

/** The operator has put a new key in front of the old one, everywhere; services that know both may run meanwhile. */
async function rotateGiven(config: Config): Promise<void> {
  const store = await openStore(config, systemClock, { serves: false })
  try {
    tell(await reseal(store))
    console.log('POLYPOST_SECRET_KEY can hold the newest key alone now. Backups made before need the older ones.')
  } finally {
    await store.close()
  }
}

/** The data directory's own key is known to no other process, so none may be running: the lock sees to that. */
async function rotateOwn(config: Config): Promise<void> {
  const store = await openStore(config, systemClock, { serves: true })
  try {
    const [newest = '', ...older] = store.secrets
    // Where there are several, a rotation was broken off: it goes on.
    const secrets = older.length > 0 ? store.secrets : [newSecret(), newest]
    await writeSecrets(config.dataDir, secrets)
    tell(await reseal({ database: store.database, sealer: createSealer(secrets) }))
    await writeSecrets(config.dataDir, secrets.slice(0, 1))
    console.log(`secret.key in ${config.dataDir} is new. Backups made before need the secret.key of their time.`)
  } finally {
    await store.close()
  }
}

function tell(all: readonly Resealed[]): void {
  const unopened = all.filter((one) => one.unopened > 0)
  if (unopened.length > 0)
    throw new CommandFault(
      `No key that was given opens ${unopened.map((one) => `${one.unopened} of the ${one.what}`).join(', ')}. Everything else is sealed anew. Give the missing key too, and run this again; no key was dropped.`,
    )
  const done = all.filter((one) => one.resealed > 0).map((one) => `${one.resealed} ${one.what}`)
  console.log(
    done.length === 0 ? 'Everything is sealed with the newest key already.' : `Sealed anew: ${done.join(', ')}.`,
  )
}
