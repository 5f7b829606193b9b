import { Button } from '@mantine/core'
import type { App, AppLogin } from '@polypost/sdk'
import { Link } from '@tanstack/react-router'
import { titleOf } from '../../data/platforms.ts'
import { Mark } from '../../parts/mark.tsx'
import { State } from '../../parts/state.tsx'
import { usePlatformWords } from '../../platforms/loaded.ts'
import { useNumbers } from '../../words/numbers.ts'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import classes from './apps.module.css'
import { appsWords } from './apps-words.ts'

/** A platform with its app, or one app for each way to sign in. */
export function AppRow({ app: { platform, logins, missing_permissions, connected_accounts } }: { readonly app: App }) {
  const t = useWords(appsWords)
  const { count } = useNumbers()
  const verb = logins.every(({ source }) => source === null) ? t.setUp : t.open
  return (
    <li className={classes.row}>
      <Mark platform={platform} size={20} off={logins.every(({ source }) => source === null)} />
      <div className={classes.text}>
        <p className={classes.name}>{titleOf(platform)}</p>
        <p className="small third">
          {connected_accounts === 0 ? t.noAccounts : t.accounts(count(connected_accounts), connected_accounts === 1)}
        </p>
      </div>
      <ul className={classes.logins}>
        {logins.map((login) => (
          <LoginState key={login.login} platform={platform} login={login} isOne={logins.length === 1} />
        ))}
        {missing_permissions.length > 0 && (
          <li>
            <State state="needs">{t.lacking}</State>
          </li>
        )}
      </ul>
      <Button
        size="xs"
        variant="subtle"
        className={classes.act}
        aria-label={`${verb}: ${titleOf(platform)}`}
        renderRoot={(props) => <Link to="/apps/$platform" params={{ platform }} {...props} />}
      >
        {verb}
      </Button>
    </li>
  )
}

interface LoginProps {
  readonly platform: string
  readonly login: AppLogin
  readonly isOne: boolean
}

function LoginState({ platform, login, isOne }: LoginProps) {
  const t = useWords(appsWords)
  const { day } = useTimes()
  const { ways: names } = usePlatformWords(platform)
  const { app, source, updated_at, client_id, last_refusal } = login
  return (
    <li>
      {!isOne && <span className="small third">{names[login.login] ?? login.login}: </span>}
      {app === null && <span className="third">{t.notNeeded}</span>}
      {app !== null && source === null && <span className="third">{t.missing}</span>}
      {source === 'environment' && t.environment}
      {source === 'stored' && t.stored(day(updated_at ?? 0))}
      {client_id !== null && (
        <p className="cut third">
          <code>{client_id}</code>
        </p>
      )}
      {last_refusal && (
        <p>
          <State state="needs">{t.loginFailed}</State>
        </p>
      )}
    </li>
  )
}
