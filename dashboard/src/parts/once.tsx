import { Button } from '@mantine/core'
import { useWords, words } from '../words/words.ts'
import { Copy } from './copy.tsx'
import classes from './once.module.css'

const onceWords = words(
  { text: 'Store it now. It is not shown again.', stored: 'I have stored it' },
  { text: 'Bewahren Sie es jetzt auf. Es wird nicht noch einmal angezeigt.', stored: 'Ich habe es aufbewahrt' },
)

interface Props {
  readonly title: string
  /** A further sentence about it. */
  readonly text?: string
  readonly children: string
  readonly onStored?: () => void
}

/** A secret that the service shows this one time. */
export function Once({ title, text, children, onStored }: Props) {
  const t = useWords(onceWords)
  return (
    <section className={classes.once} aria-label={title}>
      <h2>{title}</h2>
      <p className="second">
        {t.text} {text}
      </p>
      <Copy what={title}>{children}</Copy>
      {onStored && <Button onClick={onStored}>{t.stored}</Button>}
    </section>
  )
}
