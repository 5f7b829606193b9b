import type { KeyboardEvent } from 'react'
import { useWords } from '../../words/words.ts'
import classes from './composer.module.css'
import { composerWords } from './composer-words.ts'
import type { View } from './state/panes.ts'

interface Props {
  readonly view: View
  readonly onView: (view: View) => void
}

/** On screens without room for both. */
export function ViewSwitch({ view, onView }: Props) {
  const t = useWords(composerWords)
  const views: readonly View[] = ['write', 'preview']
  const press = ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
    const other = view === 'write' ? 'preview' : 'write'
    onView(other)
    currentTarget.querySelectorAll('button')[views.indexOf(other)]?.focus()
  }
  return (
    <div className={classes.switch} role="tablist" aria-label={t.view} onKeyDown={press}>
      {views.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === view}
          tabIndex={name === view ? 0 : -1}
          onClick={() => onView(name)}
        >
          {t[name]}
        </button>
      ))}
    </div>
  )
}
