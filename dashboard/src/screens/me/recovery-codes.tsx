import { Button } from '@mantine/core'
import { Copy } from '../../parts/copy.tsx'
import { useWords } from '../../words/words.ts'
import { meWords } from './me-words.ts'

/** Shown once: the service keeps only their hashes. */
export function RecoveryCodes({ codes, done }: { readonly codes: readonly string[]; readonly done: () => void }) {
  const t = useWords(meWords)
  return (
    <>
      <h3>{t.codesTitle}</h3>
      <p className="second">{t.codesText}</p>
      <div className="wide">
        <Copy what={t.codesCopy}>{codes.join(' ')}</Copy>
      </div>
      <Button variant="filled" onClick={done}>
        {t.codesStored}
      </Button>
    </>
  )
}
