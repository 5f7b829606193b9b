import { useEffect, useRef, useState } from 'react'

const holdsFiles = (data: DataTransfer | null): data is DataTransfer => data?.types.includes('Files') ?? false

/** Files that are dropped or pasted anywhere on the page. Without this the browser would open them and leave. */
export function useFileDrop(take: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const accept = (event: DragEvent | ClipboardEvent, data: DataTransfer | null) => {
      if (!holdsFiles(data) || data.files.length === 0) return
      event.preventDefault()
      latest.current([...data.files])
    }
    const over = (event: DragEvent) => {
      if (!holdsFiles(event.dataTransfer)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      accept(event, event.dataTransfer)
    }
    const paste = (event: ClipboardEvent) => {
      // Office programs add a picture of the text that was copied.
      if (!event.clipboardData?.types.includes('text/plain')) accept(event, event.clipboardData)
    }
    const control = new AbortController()
    const options = { signal: control.signal }
    window.addEventListener('dragover', over, options)
    window.addEventListener('dragleave', leave, options)
    window.addEventListener('drop', drop, options)
    window.addEventListener('paste', paste, options)
    return () => control.abort()
  }, [])
  return isOver
}
