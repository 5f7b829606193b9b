import type { AsyncRouteComponent } from '@tanstack/react-router'
import { type Role, useMay, useSession } from '../data/session.ts'
import { Screen } from '../parts/screen.tsx'
import { roleWords } from '../words/roles.ts'
import { useWords, words } from '../words/words.ts'

const forRoleWords = words(
  {
    title: 'This page is not for your role',
    text: (least: string, own: string) =>
      `It needs the role “${least}”, and yours is “${own}”. Ask somebody with that role.`,
  },
  {
    title: 'Diese Seite ist nicht für Ihre Rolle',
    text: (least: string, own: string) =>
      `Sie braucht die Rolle „${least}“, und Ihre ist „${own}“. Fragen Sie jemanden mit dieser Rolle.`,
  },
)

/** A screen whose buttons would all be refused below this role. */
export function forRole(least: Role, Loaded: AsyncRouteComponent<object>): AsyncRouteComponent<object> {
  const Guarded = () => (useMay(least) ? <Loaded /> : <OtherRole least={least} />)
  return Object.assign(Guarded, { preload: Loaded.preload })
}

function OtherRole({ least }: { readonly least: Role }) {
  const t = useWords(forRoleWords)
  const names = useWords(roleWords)
  const { role } = useSession()
  return (
    <Screen title={t.title}>
      <p className="second">{t.text(names[least].name, names[role].name)}</p>
    </Screen>
  )
}
