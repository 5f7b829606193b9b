import { useDisclosure } from '@mantine/hooks'
import { useProfilesInScope, useScope } from '../data/scope.ts'
import { useWords } from '../words/words.ts'
import { Icon } from './icon.tsx'
import { lazily } from './lazily.tsx'
import { narrowWords } from './narrow-words.ts'
import classes from './screen-profile.module.css'

const NarrowDialog = lazily(async () => (await import('./narrow-dialog.tsx')).NarrowDialog)

/** Beside “All profiles”: to how many of them the lists are narrowed, and the choice of others. */
export function Narrow() {
  const t = useWords(narrowWords)
  const [isOpen, { open, close }] = useDisclosure(false)
  const scope = useScope()
  const shown = useProfilesInScope().length
  if (scope.kind === 'one') return null
  return (
    <>
      <button type="button" className={classes.profile} aria-haspopup="dialog" onClick={open}>
        {scope.only.length === 0 ? t.narrow : t.shown(shown)}
        <Icon name="down" />
      </button>
      {isOpen && <NarrowDialog only={scope.only} close={close} />}
    </>
  )
}
