import { chmod, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import type { Config } from '../../app/config.ts'
import { openToOthers } from '../../app/health/folder-checks.ts'
import { openStore } from '../../app/open-store.ts'
import type { HealthCheck } from '../../domain/health-check.ts'
import { enableWebhook, listDisabledWebhooks } from '../../store/deliveries/webhooks.ts'
import { systemClock as clock } from '../../system/clock.ts'
import { audit, nobodyKnown } from '../../usecases/audit.ts'
import { auditedWebhook } from '../../usecases/webhooks/show-webhook.ts'
import { keepLogins } from '../../worker/keep-logins.ts'
import { WrongUse } from '../fault.ts'
import { withChecked } from './with-checked.ts'
import { withStore } from './with-store.ts'

/** A repair that was done; `what` is a sentence. */
export interface RepairResult {
  /** The check that found it. */
  readonly id: string
  readonly what: string
}

interface Fix {
  readonly isFor: (id: string) => boolean
  readonly question: string
  /** Null: meanwhile there was nothing left to do. */
  readonly run: (config: Config) => Promise<string | null>
}

/** Everything here can be done at any time and loses nothing. */
const fixes: readonly Fix[] = [
  {
    isFor: (id) => id === 'private_files',
    question: 'Take the rights of other users to the data folder and its keys away?',
    run: closeToOthers,
  },
  { isFor: (id) => id === 'migrations', question: 'Migrate the database to this version?', run: migrateAlone },
  { isFor: (id) => id === 'webhooks', question: 'Enable the disabled webhooks again?', run: enableWebhooks },
  {
    isFor: (id) => id.startsWith('platform_'),
    question: 'Renew the logins that are due?',
    run: renewLogins,
  },
]

export async function fixAll(
  config: Config,
  checks: readonly HealthCheck[],
  { yes }: { readonly yes: boolean },
): Promise<readonly RepairResult[]> {
  const agrees = yes ? async () => true : askOnTerminal()
  const fixed: RepairResult[] = []
  for (const { isFor, question, run } of fixes) {
    const found = checks.find(({ id, mendable }) => mendable && isFor(id))
    if (!found || !(await agrees(question))) continue
    const what = await run(config)
    if (what !== null) fixed.push({ id: found.id, what })
  }
  return fixed
}

function askOnTerminal() {
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new WrongUse('“doctor --fix” asks before it changes something. Without a terminal, add --yes.')
  return async (question: string): Promise<boolean> => {
    const lines = createInterface({ input: process.stdin, output: process.stdout })
    const answer = await lines.question(`${question} [y/N] `)
    lines.close()
    return /^y(es)?$/i.test(answer.trim())
  }
}

async function closeToOthers({ dataDir }: Config): Promise<string | null> {
  const open = await openToOthers(dataDir)
  for (const path of open) await chmod(path, (await stat(path)).mode & 0o700)
  return open.length === 0 ? null : `Only this user can open ${open.join(', ')} now.`
}

/** The lock makes sure that no service uses an embedded database meanwhile. */
async function migrateAlone(config: Config): Promise<string> {
  const store = await openStore(config, clock, { locks: true, migrates: true })
  await store.close()
  return 'The database has the form of this version now.'
}

function enableWebhooks(): Promise<string | null> {
  return withStore(({ database }) =>
    database.transaction(async (tx) => {
      const disabled = await listDisabledWebhooks(tx)
      for (const webhook of disabled) {
        await enableWebhook(tx, webhook.id)
        const target = auditedWebhook(webhook)
        await audit(tx, nobodyKnown(webhook.user_id), 'webhook.enabled', { now: clock.now(), target })
      }
      if (disabled.length === 0) return null
      return `Enabled again: ${disabled.map(({ url }) => url).join(', ')}. What failed before is not sent again.`
    }),
  )
}

function renewLogins(config: Config): Promise<string | null> {
  return withChecked(config, async (checked) => {
    const count = await keepLogins(checked, () => false)
    return count === 0 ? null : `Renewed ${count} ${count === 1 ? 'login' : 'logins'}, or asked for a new sign-in.`
  })
}
