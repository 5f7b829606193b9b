import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useWords, words } from '../words/words.ts'

const secretWords = words({ show: 'Show or hide what is typed' }, { show: 'Eingabe zeigen oder verbergen' })

/** A field for a password or another secret. */
export function SecretField(props: PasswordInputProps) {
  const t = useWords(secretWords)
  return (
    <PasswordInput
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      visibilityToggleButtonProps={{ 'aria-label': t.show }}
      withAsterisk={false}
      {...props}
    />
  )
}
