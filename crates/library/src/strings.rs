//! Text: bytes and wide characters, their classes, and numbers read from them.

use crate::inactive::{GLOBAL, PURE, READS, Row, WRITES, through};
use crate::known::{Extent::*, Returned};

pub(crate) const STRINGS: &[Row] = &[
    // Examined.
    (READS, "strlen strnlen strcmp strncmp strcasecmp strncasecmp strcoll strverscmp strspn strcspn memcmp bcmp"),
    (READS, "wcslen wcsnlen wcscmp wcsncmp wcscoll wcsspn wcscspn wmemcmp wcswidth timingsafe_bcmp __memcmpeq"),
    (
        READS.giving(Returned::PointerInto(0)),
        "strchr strrchr strchrnul strstr strcasestr strpbrk strnstr index rindex memchr memrchr rawmemchr memmem \
         wcschr wcsrchr wcsstr wcspbrk wmemchr basename __xpg_basename __rawmemchr",
    ),
    // Written.
    (
        WRITES.writing(through![0: Integers]).giving(Returned::PointerInto(0)),
        "strcpy strncpy stpcpy stpncpy strcat strncat __strcpy_chk __strncpy_chk __stpcpy_chk __stpncpy_chk \
         __strcat_chk __strncat_chk wcscpy wcsncpy wcscat wcsncat wcpcpy wcpncpy wmemcpy wmemmove wmempcpy wmemset \
         __wcscpy_chk __wcsncpy_chk __wcscat_chk __wmemcpy_chk __wmemset_chk dirname strrev strlwr strupr",
    ),
    (WRITES.writing(through![0: Integers]), "strlcpy strlcat __strlcpy_chk __strlcat_chk strxfrm wcsxfrm"),
    (WRITES.writing(through![1: Integers]), "strerror_r __xpg_strerror_r"),
    (GLOBAL.writing(through![0: Integers]).giving(Returned::Foreign), "strtok"),
    (GLOBAL.writing(through![0: Integers, 2: ForeignPointer]).giving(Returned::Foreign), "strtok_r __strtok_r wcstok"),
    (GLOBAL.writing(through![0: ForeignPointer]).giving(Returned::Foreign), "strsep"),
    (READS.giving(Returned::Fresh), "strdup strndup __strdup __strndup wcsdup"),
    // Numbers.
    (READS, "atof atoi atol atoll"),
    (
        WRITES.writing(through![1: PointerInto(0)]),
        "strtod strtof strtold strtol strtoul strtoll strtoull strtoq strtouq strtoimax strtoumax \
         __strtod_internal __strtof_internal __strtold_internal __strtol_internal __strtoul_internal \
         __isoc23_strtol __isoc23_strtoul __isoc23_strtoll __isoc23_strtoull __isoc23_strtoimax __isoc23_strtoumax \
         strtod_l strtof_l strtold_l strtol_l strtoul_l wcstod wcstof wcstold wcstol wcstoul wcstoll wcstoull",
    ),
    // Characters.
    (PURE, "isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit"),
    (PURE, "toascii tolower toupper _tolower _toupper iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower"),
    (PURE, "iswprint iswpunct iswspace iswupper iswxdigit towlower towupper iswctype towctrans btowc wctob wcwidth"),
    (PURE, "htonl htons ntohl ntohs __tolower __toupper"),
    (READS, "wctype wctrans mblen"),
    (PURE.giving(Returned::Foreign), "__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc"),
    (PURE, "__ctype_get_mb_cur_max"),
    (GLOBAL.writing(through![0: Integers]), "mbtowc wctomb mbstowcs wcstombs __mbstowcs_chk __wcstombs_chk"),
    (GLOBAL.writing(through![0: Integers, 2: Integers]), "wcrtomb __wcrtomb_chk"),
    (GLOBAL.writing(through![0: Integers, 3: Integers]), "mbrtowc"),
    (GLOBAL.writing(through![0: Integers, 1: PointerInto(1), 3: Integers]), "mbsrtowcs wcsrtombs"),
    (READS, "mbsinit"),
];
