import { useWords } from '../../words/words.ts'
import classes from './settings.module.css'
import { settingsWords } from './settings-words.ts'

interface Props {
  /** The text that somebody else saved. */
  readonly text: string
  readonly take: () => void
}

/** Below a field that somebody else has changed, too. */
export function Crossed({ text, take }: Props) {
  const t = useWords(settingsWords)
  return (
    <div className={classes.crossed}>
      <p className="small">{t.theirs}</p>
      <blockquote>{text || t.empty}</blockquote>
      <button type="button" className="link small" onClick={take}>
        {t.takeTheirs}
      </button>
    </div>
  )
}
