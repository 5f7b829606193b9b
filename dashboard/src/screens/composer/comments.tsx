import { ActionIcon, Button, Textarea } from '@mantine/core'
import { memo } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { useWords } from '../../words/words.ts'
import classes from './composer.module.css'
import { composerWords } from './composer-words.ts'
import { focusOn } from './focus-on.ts'

interface Props {
  readonly comments: readonly string[]
  readonly onChange: (comments: readonly string[]) => void
}

/** Of the API. */
const most = 3

/** The comments that are written under the post as soon as it is published. */
export const Comments = memo(function Comments({ comments, onChange }: Props) {
  const t = useWords(composerWords)
  if (comments.length === 0) return null
  const add = () => {
    onChange([...comments, ''])
    focusOn(`comment-${comments.length}`)
  }
  return (
    <div className={`${classes.part} ${classes.fields}`}>
      {comments.map((comment, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a comment is its position.
        <div key={at} className={classes.comment}>
          <Textarea
            id={`comment-${at}`}
            label={t.comment(at)}
            description={at === 0 ? t.commentHint : undefined}
            inputWrapperOrder={['label', 'input', 'description']}
            autosize
            minRows={2}
            maxLength={10_000}
            value={comment}
            onChange={({ currentTarget: { value } }) => onChange(comments.with(at, value))}
          />
          <ActionIcon
            aria-label={`${t.deleteComment}: ${t.comment(at)}`}
            onClick={() => onChange(comments.toSpliced(at, 1))}
          >
            <Icon name="trash" />
          </ActionIcon>
        </div>
      ))}
      {comments.length < most && (
        <div>
          <Button size="xs" variant="subtle" leftSection={<Icon name="plus" />} onClick={add}>
            {t.oneMore}
          </Button>
        </div>
      )}
    </div>
  )
})
