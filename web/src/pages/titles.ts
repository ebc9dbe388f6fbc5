/** What the pages are called in the browser's tab. */
import { words } from "./words";

/** The name of the page at a path; nothing at home, whose name is Laguna's. */
export function titleOf(path: string): string {
  if (path === "/") return "";
  const { about, finished, join, newTable, notFound, profile, recover, tables, verify } = words();
  const pages: Readonly<Record<string, { readonly title: string }>> = {
    "/tables": tables,
    "/tables/new": newTable,
    "/finished": finished,
    "/me": profile,
    "/join": join,
    "/recover": recover,
    "/verify": verify,
    "/about": about,
  };
  return (pages[path] ?? notFound).title;
}
