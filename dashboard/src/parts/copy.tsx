import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useWords, words } from '../words/words.ts'
import classes from './copy.module.css'
import { Icon } from './icon.tsx'

export const copyWords = words(
  { copy: (what: string) => `Copy: ${what}`, copied: 'Copied', failed: 'Select it and copy it yourself.' },
  { copy: (what: string) => `Kopieren: ${what}`, copied: 'Kopiert', failed: 'Bitte markieren und selbst kopieren.' },
)

interface Props {
  /** The name of the text, for people who do not see the place. */
  readonly what: string
  readonly children: string
}

/** Text that is needed to the letter elsewhere. */
export function Copy({ what, children }: Props) {
  const t = useWords(copyWords)
  const { copy, copied, error } = useClipboard({ timeout: 2_000 })
  return (
    <div>
      <div className={classes.copy}>
        <code>{children}</code>
        <ActionIcon size="xs" aria-label={t.copy(what)} onClick={() => copy(children)}>
          <Icon name={copied ? 'check' : 'copy'} />
        </ActionIcon>
      </div>
      <span role="status" className={error ? 'small third' : 'hidden-text'}>
        {error ? t.failed : copied ? t.copied : ''}
      </span>
    </div>
  )
}
