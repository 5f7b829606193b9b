import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { ProfileName } from '../parts/profile-name.tsx'
import { useWords } from '../words/words.ts'
import classes from './palette.module.css'
import { type Command, paletteWords, useCommandGroups } from './palette-commands.ts'
import { shellWords } from './shell-words.ts'

/** Every profile, post, draft, screen and action by its name. */
export function Palette({ close }: { readonly close: () => void }) {
  const t = useWords(shellWords)
  return (
    <Dialog
      opened
      onClose={close}
      title={<span className="hidden-text">{t.commands}</span>}
      withCloseButton={false}
      padding={0}
      yOffset="12vh"
      transitionProps={{ duration: 0 }}
      classNames={{ header: classes.header, body: classes.body }}
    >
      <Commands close={close} />
    </Dialog>
  )
}

function Commands({ close }: { readonly close: () => void }) {
  const t = useWords(paletteWords)
  const [search, setSearch] = useState('')
  const [marked, setMarked] = useState(0)
  const groups = useCommandGroups(search)
  const found = groups.flatMap(({ commands }) => commands)
  const current = found[marked]
  const run = (command: Command | undefined) => {
    if (command === undefined) return
    close()
    command.run()
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) setMarked((marked + step + found.length) % found.length)
    else if (event.key === 'Enter') run(current)
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
        aria-activedescendant={current && `command-${marked}`}
        classNames={{ input: classes.input }}
        value={search}
        onChange={({ currentTarget: { value } }) => {
          setSearch(value)
          setMarked(0)
        }}
        onKeyDown={press}
      />
      <div className={classes.list} id="commands" role="listbox" aria-label={t.search}>
        {groups.map(({ name, commands }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a list box.
          <div key={name} role="group" aria-label={t[name]}>
            <p className={classes.heading} aria-hidden="true">
              {t[name]}
            </p>
            {commands.map((command) => (
              <Option
                key={command.key}
                command={command}
                at={found.indexOf(command)}
                isMarked={command === current}
                mark={setMarked}
                run={run}
              />
            ))}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={classes.none}>{t.none}</p>}
    </>
  )
}

interface OptionProps {
  readonly command: Command
  readonly at: number
  readonly isMarked: boolean
  readonly mark: (at: number) => void
  readonly run: (command: Command) => void
}

function Option({ command, at, isMarked, mark, run }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard.
    <div
      id={`command-${at}`}
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      className={classes.command}
      onMouseMove={() => mark(at)}
      onClick={() => run(command)}
    >
      <Icon name={command.icon} />
      <span className="cut">{command.title}</span>
      <span className={classes.of}>
        <ProfileName id={command.of} />
      </span>
    </div>
  )
}
