import { useQuery } from '@tanstack/react-query'
import { peopleQuery } from '../data/people.ts'
import { useMay, useSession } from '../data/session.ts'
import { Screen } from '../parts/screen.tsx'
import { useWords, words } from '../words/words.ts'

const noAccessWords = words(
  {
    title: 'You don’t have access to this profile',
    ask: (owner: string) => `Ask ${owner}.`,
    somebody: 'an owner of your team',
  },
  {
    title: 'Kein Zugriff auf dieses Profil',
    ask: (owner: string) => `Fragen Sie ${owner}.`,
    somebody: 'einen Inhaber Ihres Teams',
  },
)

/** In the place of a screen whose profile is unknown here, or not the person’s. */
export function NoAccess() {
  const t = useWords(noAccessWords)
  const { person } = useSession()
  // Only admins may read who the owners are.
  const { data } = useQuery({ ...peopleQuery, enabled: useMay('admin') })
  const owner = data?.people.find(({ id, role }) => role === 'owner' && id !== person.id)
  return (
    <Screen title={t.title}>
      <p className="second">{t.ask(owner?.name ?? t.somebody)}</p>
    </Screen>
  )
}
