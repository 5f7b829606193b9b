import { TextInput, useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { useHere } from '../data/scope.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { useWords, words } from '../words/words.ts'
import { useOperatorScreens } from './developer-screens.ts'
import { linkTo, mainScreens, navWords } from './nav.ts'
import { useOwnScreens } from './own-screens.ts'
import classes from './palette.module.css'
import { shellWords } from './shell-words.ts'

const paletteWords = words(
  {
    search: 'Search a command',
    none: 'No command has these letters.',
    light: 'Use light colours',
    dark: 'Use dark colours',
  },
  { search: 'Befehl suchen', none: 'Kein Befehl hat diese Buchstaben.', light: 'Helle Farben', dark: 'Dunkle Farben' },
)

interface Command {
  readonly title: string
  readonly icon: IconName
  readonly run: () => void
}

/** Every screen and command by its name. */
export function Palette({ close }: { readonly close: () => void }) {
  const t = useWords(shellWords)
  return (
    <Dialog
      opened
      onClose={close}
      withCloseButton={false}
      padding={0}
      yOffset="12vh"
      transitionProps={{ duration: 0 }}
      aria-label={t.commands}
      classNames={{ body: classes.body }}
    >
      <Commands close={close} />
    </Dialog>
  )
}

function useCommands(): readonly Command[] {
  const navigate = useNavigate()
  const here = useHere()
  const nav = useWords(navWords)
  const shell = useWords(shellWords)
  const t = useWords(paletteWords)
  const { setColorScheme } = useMantineColorScheme()
  return [
    { title: shell.newPost, icon: 'plus', run: () => void navigate({ to: '/p/$profile/new', params: here }) },
    ...[...mainScreens, ...useOperatorScreens()].map(({ name, to, icon }) => ({
      title: nav[name],
      icon,
      run: () => void navigate(linkTo(to, here)),
    })),
    ...useOwnScreens().map(({ title, to, icon }) => ({ title, icon, run: () => void navigate(linkTo(to, here)) })),
    { title: t.light, icon: 'sliders', run: () => setColorScheme('light') },
    { title: t.dark, icon: 'sliders', run: () => setColorScheme('dark') },
  ]
}

function Commands({ close }: { readonly close: () => void }) {
  const t = useWords(paletteWords)
  const commands = useCommands()
  const [search, setSearch] = useState('')
  const [marked, setMarked] = useState(0)
  const found = commands.filter(({ title }) => title.toLowerCase().includes(search.trim().toLowerCase()))
  const run = (command: Command | undefined) => {
    if (command === undefined) return
    close()
    command.run()
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) setMarked((marked + step + found.length) % found.length)
    else if (event.key === 'Enter') run(found[marked])
    else return
    event.preventDefault()
  }
  return (
    <>
      <TextInput
        data-autofocus
        aria-label={t.search}
        placeholder={t.search}
        variant="unstyled"
        role="combobox"
        aria-expanded
        aria-controls="commands"
        aria-activedescendant={found[marked] ? `command-${marked}` : undefined}
        classNames={{ input: classes.input }}
        value={search}
        onChange={({ currentTarget: { value } }) => {
          setSearch(value)
          setMarked(0)
        }}
        onKeyDown={press}
      />
      <div className={classes.list} id="commands" role="listbox" aria-label={t.search}>
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard.
          <div
            key={command.title}
            id={`command-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === marked}
            className={classes.command}
            onMouseMove={() => setMarked(index)}
            onClick={() => run(command)}
          >
            <Icon name={command.icon} />
            {command.title}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={classes.none}>{t.none}</p>}
    </>
  )
}
