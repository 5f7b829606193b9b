import { Textarea } from '@mantine/core'
import { brandWords } from '../../../words/brand-words.ts'
import { useNumbers } from '../../../words/numbers.ts'
import { useWords } from '../../../words/words.ts'
import { Crossed } from '../crossed.tsx'
import type { useEdits } from '../use-edits.ts'
import classes from './brand.module.css'
import { type BrandFields, mostCharacters, type TextField } from './brand-fields.ts'

export interface BrandEdits extends ReturnType<typeof useEdits<BrandFields>> {}

interface Props {
  readonly field: TextField
  readonly saved: BrandFields
  readonly edits: BrandEdits
  readonly may: boolean
}

/** One text of the brand context, with its length. */
export function BrandText({ field, saved, edits, may }: Props) {
  const t = useWords(brandWords)
  const { count } = useNumbers()
  const value = edits.shown[field]
  const isOver = value.length > mostCharacters
  const hint = (
    <span className={classes.hint}>
      <span>{t.hints[field]}</span>
      {value !== '' && (
        <span className="numbers" data-over={isOver || undefined}>
          {t.count(count(value.length), count(mostCharacters))}
        </span>
      )}
    </span>
  )
  return (
    <div>
      <Textarea
        label={t.fields[field]}
        description={hint}
        inputWrapperOrder={['label', 'input', 'description']}
        autosize
        minRows={field === 'business_name' ? 1 : 2}
        maxRows={12}
        readOnly={!may}
        aria-invalid={isOver || undefined}
        value={value}
        onChange={({ currentTarget }) => edits.set(field, currentTarget.value)}
      />
      {edits.crossed.includes(field) && <Crossed text={saved[field]} take={() => edits.forget(field)} />}
    </div>
  )
}
