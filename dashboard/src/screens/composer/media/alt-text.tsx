import { Button, Textarea } from '@mantine/core'
import { useWords } from '../../../words/words.ts'
import classes from './media.module.css'
import { mediaWords } from './media-words.ts'

interface Props {
  readonly name: string
  readonly value: string
  /** Those that take it, as a list to read. */
  readonly platforms: string
  readonly onChange: (text: string) => void
  readonly onDone: () => void
}

/** As long as the API takes it. */
const longest = 5_000

/** Writes an alternative text in its place. */
export function AltText({ name, value, platforms, onChange, onDone }: Props) {
  const t = useWords(mediaWords)
  return (
    <div className={classes.alt}>
      <Textarea
        label={t.alt(name)}
        inputWrapperOrder={['label', 'input', 'description']}
        description={`${t.altReason} ${platforms === '' ? '' : t.altOn(platforms)}`}
        value={value}
        maxLength={longest}
        rows={3}
        autoFocus
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Escape' && onDone()}
      />
      <Button size="xs" onClick={onDone}>
        {t.done}
      </Button>
    </div>
  )
}
