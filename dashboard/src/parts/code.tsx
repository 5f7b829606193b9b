import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useState } from 'react'
import { useWords } from '../words/words.ts'
import classes from './code.module.css'
import { copyWords } from './copy.tsx'
import { Icon } from './icon.tsx'

interface Sample {
  readonly name: string
  readonly text: string
}

/** Lines of code to take along, in several languages or for several programs. */
export function Code({ what, samples }: { readonly what: string; readonly samples: readonly Sample[] }) {
  const [chosen, setChosen] = useState(0)
  const sample = samples[chosen]
  if (sample === undefined) return null
  return (
    <div>
      {samples.length > 1 && (
        <fieldset className={classes.tabs} aria-label={what}>
          {samples.map(({ name }, index) => (
            <button key={name} type="button" aria-pressed={index === chosen} onClick={() => setChosen(index)}>
              {name}
            </button>
          ))}
        </fieldset>
      )}
      <Lines {...sample} />
    </div>
  )
}

function Lines({ name, text }: Sample) {
  const t = useWords(copyWords)
  const { copy, copied, error } = useClipboard({ timeout: 2_000 })
  return (
    <div className={classes.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls. */}
      <section className={classes.lines} tabIndex={0} aria-label={name}>
        <pre>{text}</pre>
      </section>
      <ActionIcon size="xs" aria-label={t.copy(name)} onClick={() => copy(text)}>
        <Icon name={copied ? 'check' : 'copy'} />
      </ActionIcon>
      <span role="status" className={error ? 'small third' : 'hidden-text'}>
        {error ? t.failed : copied ? t.copied : ''}
      </span>
    </div>
  )
}
