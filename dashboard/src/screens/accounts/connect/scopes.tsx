import type { AppLogin } from '@polypost/sdk'
import { useWords } from '../../../words/words.ts'
import classes from './connect.module.css'
import { connectWords } from './connect-words.ts'

/** The permissions that the platform will ask for, and why. */
export function Scopes({ title, app }: { readonly title: string; readonly app: AppLogin }) {
  const t = useWords(connectWords)
  const asked = app.permissions.filter(({ scope }) => app.scopes.includes(scope))
  if (asked.length === 0) return <p className="small second">{t.asksConfigured}</p>
  return (
    <>
      <p className="small second">{t.asks(title)}</p>
      <ul className={`${classes.scopes} wide`}>
        {asked.map(({ scope, enables }) => (
          <li key={scope}>
            <code>{scope}</code>
            <span>{enables.map((one) => t.enables[one]).join(', ')}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
