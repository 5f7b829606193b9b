import type { Connection } from '@polypost/sdk'
import { Avatar } from '../../../parts/avatar.tsx'
import { useWords } from '../../../words/words.ts'
import classes from './connect.module.css'
import { connectWords } from './connect-words.ts'
import { runningWords } from './running-words.ts'

interface LoginProps {
  readonly logins: readonly { readonly name: string; readonly configured: boolean }[]
  readonly login: string | undefined
  readonly choose: (login: string) => void
}

/** The ways to sign in, if the platform has several. Each has a developer app of its own. */
export function LoginChoice({ logins, login, choose }: LoginProps) {
  const t = useWords(connectWords)
  if (logins.length === 0) return null
  return (
    <div className={`${classes.options} wide`} role="radiogroup" aria-label={t.login}>
      {logins.map(({ name, configured }) => (
        <label key={name} className={classes.option}>
          <input type="radio" name="login" checked={name === login} onChange={() => choose(name)} />
          <span>
            {t.logins[name] ?? name} {!configured && <small>{t.notSet}</small>}
          </span>
        </label>
      ))}
    </div>
  )
}

interface PublishAsProps {
  readonly choices: Connection['choices']
  readonly chosen: string | undefined
  readonly choose: (id: string) => void
}

/** The accounts, Pages, boards or channels of one sign-in. */
export function PublishAs({ choices, chosen, choose }: PublishAsProps) {
  const t = useWords(runningWords)
  return (
    <div className={`${classes.options} wide`} role="radiogroup" aria-label={t.choose}>
      {choices.map(({ id, kind, name, username }) => (
        <label key={id} className={classes.option} data-pictured>
          <input type="radio" name="choice" checked={id === chosen} onChange={() => choose(id)} />
          <Avatar name={name} picture={null} />
          <span>
            {name}{' '}
            <small>{[t.kinds[kind], ...(username === null || username === name ? [] : [username])].join(', ')}</small>
          </span>
        </label>
      ))}
    </div>
  )
}
