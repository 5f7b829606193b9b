import { Button, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { polypost } from '../../data/client.ts'
import { simulatedPostsQuery } from '../../data/sandbox.ts'
import { Problem } from '../../parts/problem.tsx'
import { useWords } from '../../words/words.ts'
import classes from './sandbox.module.css'
import { sandboxWords } from './sandbox-words.ts'

interface Props {
  readonly platform: string
  readonly postId: string
  readonly close: () => void
}

/** A comment of somebody who does not exist. */
export function CommentForm({ platform, postId, close }: Props) {
  const t = useWords(sandboxWords)
  const queries = useQueryClient()
  const [author, setAuthor] = useState('maria')
  const [message, setMessage] = useState('')
  const send = useMutation({
    mutationFn: () => polypost.sandbox.addComment(platform, { post_id: postId, author, message }),
    onSuccess: async () => {
      await queries.invalidateQueries(simulatedPostsQuery(platform))
      close()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!send.isPending) send.mutate()
  }
  return (
    <form className={classes.reply} onSubmit={submit}>
      <TextInput
        label={t.author}
        required
        withAsterisk={false}
        value={author}
        onChange={({ currentTarget }) => setAuthor(currentTarget.value)}
      />
      <Textarea
        label={t.text}
        required
        withAsterisk={false}
        data-autofocus
        autosize
        minRows={2}
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      <Problem error={send.error} />
      <div className={classes.buttons}>
        <Button type="submit" loading={send.isPending}>
          {t.send}
        </Button>
        <Button variant="subtle" onClick={close}>
          {t.cancel}
        </Button>
      </div>
    </form>
  )
}
