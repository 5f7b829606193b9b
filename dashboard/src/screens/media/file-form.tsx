import { Button, Textarea, TextInput } from '@mantine/core'
import type { Media } from '@polypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { polypost } from '../../data/client.ts'
import { mediaQuery } from '../../data/media.ts'
import { Problem } from '../../parts/problem.tsx'
import { useWords } from '../../words/words.ts'
import classes from './media.module.css'
import { libraryWords } from './media-library-words.ts'

/** Name and description of a file. */
export function FileForm({ file }: { readonly file: Media }) {
  const t = useWords(libraryWords)
  const queries = useQueryClient()
  const [name, setName] = useState(file.name)
  const [alt, setAlt] = useState(file.alt_text ?? '')
  const save = useMutation({
    mutationFn: () => polypost.media.update(file.id, { name, alt_text: alt.trim() === '' ? null : alt }),
    onSuccess: (changed) => {
      queries.setQueryData(mediaQuery(file.id).queryKey, changed)
      return queries.invalidateQueries({ queryKey: ['media', 'library'] })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        label={t.name}
        required
        withAsterisk={false}
        maxLength={255}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Textarea
        label={t.alt}
        description={t.altHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rows={3}
        maxLength={5000}
        value={alt}
        onChange={({ currentTarget }) => setAlt(currentTarget.value)}
      />
      <Problem error={save.error} />
      <Button type="submit" loading={save.isPending}>
        {t.save}
      </Button>
      <p role="status" className="small second">
        {save.isSuccess && t.saved}
      </p>
    </form>
  )
}
