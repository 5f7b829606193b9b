import { Link, Outlet } from '@tanstack/react-router'
import { useOneProfile } from '../../data/scope.ts'
import { Screen } from '../../parts/screen.tsx'
import { useWords } from '../../words/words.ts'
import classes from './settings.module.css'
import { settingsWords } from './settings-words.ts'

const parts = [
  ['times', '/p/$profile/settings'],
  ['brand', '/p/$profile/settings/brand'],
  ['replies', '/p/$profile/settings/replies'],
  ['plan', '/p/$profile/settings/plan'],
] as const

/** The settings of the profile in view, and the plan of its user. */
export function Settings() {
  const t = useWords(settingsWords)
  const { id } = useOneProfile()
  return (
    <Screen title={t.title} of={id}>
      <nav className={classes.parts} aria-label={t.title}>
        {parts.map(([part, to]) => (
          <Link key={part} to={to} params={{ profile: id }} activeOptions={{ exact: true, includeSearch: false }}>
            {t.parts[part]}
          </Link>
        ))}
      </nav>
      <Outlet />
    </Screen>
  )
}
