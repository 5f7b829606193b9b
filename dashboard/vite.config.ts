import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** What a group’s files import stays where it is. */
const alone = { includeDependenciesRecursively: false }

// The service replaces the nonce in every answer. An inlined asset would break the content security policy.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  html: { cspNonce: '__NONCE__' },
  build: {
    assetsInlineLimit: 0,
    target: 'es2023',
    reportCompressedSize: false,
    license: { fileName: 'THIRD-PARTY-LICENSES.md' },
    // Few files, as each costs a slow network a trip: the shell, what many screens share, and what the platforms bring: one
    // file for words and one for pictures of posts, however many they are.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'shell', test: /[\\/]src[\\/]main\.tsx$/, priority: 2 },
            { name: 'common', minShareCount: 6, priority: 1, ...alone },
            {
              name: 'platform-words',
              test: /platforms[\\/]\w+[\\/](words|platform-words|option-words)\.ts$/,
              ...alone,
            },
            { name: 'platform-posts', test: /platforms[\\/](shared[\\/]|\w+[\\/]post\.)/, ...alone },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
})
