import type { AsyncRouteComponent } from '@tanstack/react-router'
import { useAdministers, useMay, useSession } from '../data/session.ts'
import { Screen } from '../parts/screen.tsx'
import { roleWords } from '../words/roles.ts'
import { useWords, words } from '../words/words.ts'

const forRoleWords = words(
  {
    title: 'This page is not for you',
    admins: (least: string, own: string) =>
      `It needs the role “${least}”, and yours is “${own}”. Ask somebody with that role.`,
    operator: 'It is about the whole instance, so only the owner of the instance may open it.',
  },
  {
    title: 'Diese Seite ist nicht für Sie',
    admins: (least: string, own: string) =>
      `Sie braucht die Rolle „${least}“, und Ihre ist „${own}“. Fragen Sie jemanden mit dieser Rolle.`,
    operator: 'Sie betrifft die ganze Instanz, also kann nur der Inhaber der Instanz sie öffnen.',
  },
)

type LoadedScreen = AsyncRouteComponent<object>

/** A screen that says whom it is for to people whose every button on it would be refused. */
const guarded = (useIsFor: () => boolean, useReason: () => string, Own: LoadedScreen): LoadedScreen => {
  const Guarded = () => {
    const reason = useReason()
    return useIsFor() ? <Own /> : <NotForYou>{reason}</NotForYou>
  }
  return Object.assign(Guarded, { preload: Own.preload })
}

/** A screen for admins and owners. */
export const forAdmins = (screen: LoadedScreen): LoadedScreen =>
  guarded(
    () => useMay('admin'),
    () => {
      const { role } = useSession()
      const names = useWords(roleWords)
      return useWords(forRoleWords).admins(names.admin.name, names[role].name)
    },
    screen,
  )

/** A screen about the whole instance. */
export const forOperator = (screen: LoadedScreen): LoadedScreen =>
  guarded(useAdministers, () => useWords(forRoleWords).operator, screen)

const NotForYou = ({ children }: { readonly children: string }) => (
  <Screen title={useWords(forRoleWords).title}>
    <p className="second">{children}</p>
  </Screen>
)
