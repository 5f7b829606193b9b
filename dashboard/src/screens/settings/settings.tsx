import { Link, Outlet } from '@tanstack/react-router'
import { useProfile } from '../../data/profiles.ts'
import { Screen } from '../../parts/screen.tsx'
import { useWords } from '../../words/words.ts'
import classes from './settings.module.css'
import { settingsWords } from './settings-words.ts'

const parts = [
  ['times', '/settings'],
  ['brand', '/settings/brand'],
  ['replies', '/settings/replies'],
  ['plan', '/settings/plan'],
] as const

/** The settings of the profile in view, and the plan of its user. */
export function Settings() {
  const t = useWords(settingsWords)
  return (
    <Screen title={t.title} fact={useProfile().name}>
      <nav className={classes.parts} aria-label={t.title}>
        {parts.map(([part, to]) => (
          <Link key={part} to={to} activeOptions={{ exact: true, includeSearch: false }}>
            {t.parts[part]}
          </Link>
        ))}
      </nav>
      <Outlet />
    </Screen>
  )
}
