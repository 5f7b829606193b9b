import { Code } from '../../parts/code.tsx'
import { useWords } from '../../words/words.ts'
import { receivers } from './receiver-code.ts'
import classes from './webhooks.module.css'
import { webhookWords } from './webhooks-words.ts'

/** Programs that receive, to copy. */
export function Receivers() {
  const t = useWords(webhookWords)
  return (
    <section className={classes.receivers} aria-label={t.receive}>
      <h2>{t.receive}</h2>
      <p className="second">{t.receiveText}</p>
      <Code what={t.receive} samples={receivers} />
    </section>
  )
}
