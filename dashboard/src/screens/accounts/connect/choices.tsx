import type { Connection, LoginMethod } from '@polypost/sdk'
import type { PlatformName } from '../../../data/platforms.ts'
import { Avatar } from '../../../parts/avatar.tsx'
import { usePlatformWords } from '../../../platforms/loaded.ts'
import { useWords } from '../../../words/words.ts'
import classes from './connect.module.css'
import { connectWords } from './connect-words.ts'
import { runningWords } from './running-words.ts'

interface LoginProps {
  readonly platform: PlatformName
  readonly ways: readonly LoginMethod[]
  readonly login: string
  readonly choose: (login: string) => void
}

/** The ways to sign in, if the platform has several. */
export function LoginChoice({ platform, ways, login, choose }: LoginProps) {
  const t = useWords(connectWords)
  const { ways: names } = usePlatformWords(platform)
  if (ways.length === 1) return null
  return (
    <div className={`${classes.options} wide`} role="radiogroup" aria-label={t.login}>
      {ways.map(({ login: name, configured }) => (
        <label key={name} className={classes.option}>
          <input type="radio" name="login" checked={name === login} onChange={() => choose(name)} />
          <span>
            {names[name] ?? name} {!configured && <small>{t.notSet}</small>}
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
