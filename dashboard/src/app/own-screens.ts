import type { LinkProps } from '@tanstack/react-router'
import { useAdministers, useMay } from '../data/session.ts'
import type { IconName } from '../parts/icon.tsx'
import { useWords, words } from '../words/words.ts'

const ownWords = words(
  {
    settings: 'Settings',
    people: 'People',
    apps: 'Developer apps',
    audit: 'Audit log',
    me: 'You and your sign-in',
    profiles: 'Profiles',
  },
  {
    settings: 'Einstellungen',
    people: 'Personen',
    apps: 'Entwickler-Apps',
    audit: 'Protokoll',
    me: 'Sie und Ihre Anmeldung',
    profiles: 'Profile',
  },
)

interface OwnScreen {
  readonly title: string
  readonly to: LinkProps['to']
  readonly icon: IconName
}

/** The screens that the profile's menu leads to, and not the rail. Only those that the person may open. */
export function useOwnScreens(): readonly OwnScreen[] {
  const t = useWords(ownWords)
  const isAdmin = useMay('admin')
  const administers = useAdministers()
  const people: OwnScreen = { title: t.people, to: '/people', icon: 'people' }
  const apps: OwnScreen = { title: t.apps, to: '/apps', icon: 'webhook' }
  const audit: OwnScreen = { title: t.audit, to: '/audit', icon: 'posts' }
  return [
    { title: t.settings, to: '/p/$profile/settings', icon: 'sliders' },
    ...(isAdmin ? [people] : []),
    ...(administers ? [apps] : []),
    ...(isAdmin ? [audit] : []),
    { title: t.me, to: '/me', icon: 'key' },
    { title: t.profiles, to: '/profiles', icon: 'globe' },
  ]
}
