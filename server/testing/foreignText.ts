/** A name as another system may have it: were it ever read as markup, its script would run. */
export const FOREIGN_TEXT = `<img src=x onerror="alert(1)"><script>alert('2')</script>`
