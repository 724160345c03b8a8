import { createRequire } from 'node:module'
import pdfmake from 'pdfmake'

const require = createRequire(import.meta.url)
const FONTS = {
  normal: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
}

pdfmake.setFonts({ Inter: { normal: FONTS.normal, bold: FONTS.bold, italics: FONTS.normal, bolditalics: FONTS.bold } })
// What people typed never becomes an address of a file or page: only the two fonts are read.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path: string) => path === FONTS.normal || path === FONTS.bold)

/** What writes PDFs, in the font Inter. */
export const pdfMaker = pdfmake
