import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { foundDraftsQuery, foundPostsQuery } from '../data/found.ts'
import { profilesQuery } from '../data/profiles.ts'
import { useHere } from '../data/scope.ts'
import type { IconName } from '../parts/icon.tsx'
import { titleOfText } from '../words/title-of-text.ts'
import { useWords, words } from '../words/words.ts'
import { useOperatorScreens } from './developer-screens.ts'
import { linkTo, mainScreens, navWords } from './nav.ts'
import { useOwnScreens } from './own-screens.ts'
import { shellWords } from './shell-words.ts'
import { useSwitch } from './use-switch.ts'

export const paletteWords = words(
  {
    search: 'Search or run a command',
    none: 'No results',
    profiles: 'Profiles',
    posts: 'Posts',
    drafts: 'Drafts',
    screens: 'Screens',
    actions: 'Actions',
    untitled: 'Without text',
    light: 'Use light colours',
    dark: 'Use dark colours',
  },
  {
    search: 'Suchen oder Befehl ausführen',
    none: 'Keine Treffer',
    profiles: 'Profile',
    posts: 'Beiträge',
    drafts: 'Entwürfe',
    screens: 'Ansichten',
    actions: 'Aktionen',
    untitled: 'Ohne Text',
    light: 'Helle Farben',
    dark: 'Dunkle Farben',
  },
)

export interface Command {
  readonly key: string
  readonly title: string
  /** The profile that it belongs to, by its ID. */
  readonly of?: string | null
  readonly icon: IconName
  readonly run: () => void
}

export interface CommandGroup {
  readonly name: 'profiles' | 'posts' | 'drafts' | 'screens' | 'actions'
  readonly commands: readonly Command[]
}

/** In milliseconds, after the last letter. */
const pause = 200
/** A shorter text finds too much. */
const leastLetters = 2
/** Of each kind. The switcher shows all profiles. */
const mostFound = 5

/** What fits the text, by kind. Without a text: the screens and the actions. */
export function useCommandGroups(text: string): readonly CommandGroup[] {
  const search = text.trim().toLowerCase()
  const fits = ({ title }: Command) => title.toLowerCase().includes(search)
  const found = useFound(search)
  const all: readonly CommandGroup[] = [
    { name: 'profiles', commands: useProfileCommands(search) },
    ...found,
    { name: 'screens', commands: useScreenCommands().filter(fits) },
    { name: 'actions', commands: useActions().filter(fits) },
  ]
  return all.filter(({ commands }) => commands.length > 0)
}

function useProfileCommands(search: string): readonly Command[] {
  const { data } = useSuspenseQuery(profilesQuery)
  const go = useSwitch()
  if (search === '' || data.profiles.length < 2) return []
  return data.profiles
    .filter(({ name }) => name.toLowerCase().includes(search))
    .slice(0, mostFound)
    .map(({ id, name }) => ({ key: `profile ${id}`, title: name, icon: 'layers', run: () => go(id) }))
}

/** Posts and drafts of all profiles. */
function useFound(search: string): readonly CommandGroup[] {
  const t = useWords(paletteWords)
  const navigate = useNavigate()
  const [asked] = useDebouncedValue(search, pause)
  const enabled = asked.length >= leastLetters
  const { data: posts = [] } = useQuery({ ...foundPostsQuery(asked), enabled })
  const { data: drafts = [] } = useQuery({ ...foundDraftsQuery(asked), enabled })
  if (search.length < leastLetters) return []
  const titleOf = (message: string) => titleOfText(message) || t.untitled
  return [
    {
      name: 'posts',
      commands: posts.map(({ id, message, profile_id }) => {
        const params = { profile: profile_id ?? 'all', id: String(id) }
        const run = () => void navigate({ to: '/p/$profile/posts/$id', params })
        return { key: `post ${id}`, title: titleOf(message), of: profile_id, icon: 'posts', run }
      }),
    },
    {
      name: 'drafts',
      commands: drafts.map(({ id, message, profile_id }) => {
        const run = () => void navigate({ to: '/p/$profile/drafts/$id', params: { profile: profile_id, id } })
        return { key: `draft ${id}`, title: titleOf(message), of: profile_id, icon: 'edit', run }
      }),
    },
  ]
}

function useScreenCommands(): readonly Command[] {
  const navigate = useNavigate()
  const here = useHere()
  const nav = useWords(navWords)
  const go = (to: Parameters<typeof linkTo>[0]) => () => void navigate(linkTo(to, here))
  return [
    ...[...mainScreens, ...useOperatorScreens()].map(({ name, to, icon }) => ({
      key: name,
      title: nav[name],
      icon,
      run: go(to),
    })),
    ...useOwnScreens().map(({ title, to, icon }) => ({ key: title, title, icon, run: go(to) })),
  ]
}

function useActions(): readonly Command[] {
  const t = useWords(paletteWords)
  const { newPost } = useWords(shellWords)
  const navigate = useNavigate()
  const here = useHere()
  const { setColorScheme } = useMantineColorScheme()
  const write = () => void navigate({ to: '/p/$profile/new', params: here })
  return [
    { key: 'new', title: newPost, icon: 'plus', run: write },
    { key: 'light', title: t.light, icon: 'sliders', run: () => setColorScheme('light') },
    { key: 'dark', title: t.dark, icon: 'sliders', run: () => setColorScheme('dark') },
  ]
}
