import { words } from '../../words/words.ts'

/** A post that is deleted, and comes back. */
export const bringBackWords = words(
  {
    isDeleted: 'Post deleted',
    undo: 'Undo',
    bringBack: 'Bring back',
    title: 'Bring this post back?',
    isOver: 'Its time has passed. Choose a new one.',
    hadNone: 'It had no time. Choose one.',
    isBack: (time: string) => `Brought back for ${time}`,
    open: 'Open',
    deletedBy: (name: string, time: string) => `Deleted by ${name}, ${time}`,
    deletedAt: (time: string) => `Deleted ${time}`,
    key: (name: string) => `the key “${name}”`,
    wasBroughtBack: 'Brought back',
    none: 'No deleted posts. They stay here for 30 days.',
  },
  {
    isDeleted: 'Beitrag gelöscht',
    undo: 'Rückgängig',
    bringBack: 'Zurückholen',
    title: 'Diesen Beitrag zurückholen?',
    isOver: 'Seine Zeit ist vorbei. Eine neue wählen.',
    hadNone: 'Er hatte keine Zeit. Eine wählen.',
    isBack: (time: string) => `Zurückgeholt für ${time}`,
    open: 'Öffnen',
    deletedBy: (name: string, time: string) => `Gelöscht von ${name}, ${time}`,
    deletedAt: (time: string) => `Gelöscht ${time}`,
    key: (name: string) => `dem Schlüssel „${name}“`,
    wasBroughtBack: 'Zurückgeholt',
    none: 'Keine gelöschten Beiträge. Hier bleiben sie 30 Tage.',
  },
)
