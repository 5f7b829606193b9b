import { TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { labelsQuery } from '../../data/labels.ts'
import { useWords } from '../../words/words.ts'
import classes from './composer.module.css'
import { composerWords } from './composer-words.ts'

interface Props {
  readonly labels: readonly string[]
  readonly onChange: (labels: readonly string[]) => void
}

/** Names by which the team finds the post again. A new name makes a label. */
export const Labels = memo(function Labels({ labels, onChange }: Props) {
  const t = useWords(composerWords)
  const { data } = useQuery(labelsQuery)
  return (
    <div className={classes.part}>
      <TagsInput
        id="labels"
        label={t.labels}
        description={t.labelsHint}
        inputWrapperOrder={['label', 'input', 'description']}
        data={data?.labels.map(({ name }) => name) ?? []}
        maxTags={10}
        maxLength={50}
        acceptValueOnBlur
        value={[...labels]}
        onChange={onChange}
      />
    </div>
  )
})
