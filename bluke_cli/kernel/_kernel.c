/* The kernel: the quick way of what is written readably in Python, with the same answers; never needed.

   This is what Python sees of it; the work is in the headers, each of which names its twin. Numbers in brackets are
   sections of docs/rules.md. A card is 0..53, a set of cards a mask of 64 bits. Chances and estimates are whole
   numbers, WHOLE being certainty or one trick. There is no float and no memory of its own here: everything comes in as
   arguments, is checked, and goes out as new objects. */
#define PY_SSIZE_T_CLEAN
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030a0000
#endif
#include <Python.h>

#include "hands.h"
#include "position.h"

static PyObject *numbers(const int64_t *values, int n)
{
    PyObject *list = PyList_New(n);
    for (int i = 0; list && i < n; i++) {
        PyObject *number = PyLong_FromLongLong(values[i]);
        if (!number || PyList_SetItem(list, i, number) < 0) {
            Py_DECREF(list);
            return NULL;
        }
    }
    return list;
}

static PyObject *wrong(const char *what)
{
    PyErr_SetString(PyExc_ValueError, what);
    return NULL;
}

PyDoc_STRVAR(search_doc, "search(position, tables, mix, moves, seed, first, worlds) -> utilities, a list a world");
static PyObject *search(PyObject *Py_UNUSED(self), PyObject *args)
{
    const char *data, *table_data, *mix, *moves;
    Py_ssize_t size, table_size, mix_size, n;
    unsigned long long seed;
    int first, worlds;
    Position p;
    int64_t values[PACK_SIZE];
    if (!PyArg_ParseTuple(args, "y#y#y#y#Kii", &data, &size, &table_data, &table_size, &mix, &mix_size, &moves, &n,
                          &seed, &first, &worlds))
        return NULL;
    const Tables *tables = read_tables(table_data, table_size);
    if (!tables || !read_position(data, size, &p))
        return NULL;
    if (!moves_fit(&p, moves, n) || !mix_fits(mix, mix_size))
        return wrong("these are no moves, or no mix of policies");
    if (first < 0 || worlds < 1 || worlds > 1000000)
        return wrong("this is no number of worlds");
    PyObject *list = PyList_New(worlds);
    for (int world = 0; list && world < worlds; world++) {
        Rng rng = stream(seed, (uint64_t)first + (uint64_t)world);
        try_moves(&p, (const unsigned char *)moves, (int)n, (const unsigned char *)mix, tables, rng, values);
        PyObject *row = numbers(values, (int)n);
        if (!row || PyList_SetItem(list, world, row) < 0) {
            Py_DECREF(list);
            return NULL;
        }
    }
    return list;
}

PyDoc_STRVAR(world_doc, "world(position, tables, seed, number) -> holdings by seat");
static PyObject *world(PyObject *Py_UNUSED(self), PyObject *args)
{
    const char *data, *table_data;
    Py_ssize_t size, table_size;
    unsigned long long seed, number;
    int64_t holdings[SEATS];
    Position p;
    Table world;
    if (!PyArg_ParseTuple(args, "y#y#KK", &data, &size, &table_data, &table_size, &seed, &number))
        return NULL;
    const Tables *tables = read_tables(table_data, table_size);
    if (!tables || !read_position(data, size, &p))
        return NULL;
    Rng rng = stream(seed, number);
    deal_likely_world(&p, &world, tables, &rng);
    for (int seat = 0; seat < world.players; seat++)
        holdings[seat] = (int64_t)world.holding[seat];
    return numbers(holdings, world.players);
}

PyDoc_STRVAR(decide_doc, "decide(position, tables, policy, seed) -> the card of a policy, or the bid of the tables");
static PyObject *decide(PyObject *Py_UNUSED(self), PyObject *args)
{
    const char *data, *table_data;
    Py_ssize_t size, table_size;
    unsigned long long seed;
    int policy;
    Position p;
    if (!PyArg_ParseTuple(args, "y#y#iK", &data, &size, &table_data, &table_size, &policy, &seed))
        return NULL;
    const Tables *tables = read_tables(table_data, table_size);
    if (!tables || !read_position(data, size, &p))
        return NULL;
    if (policy < 0 || policy >= POLICIES)
        return wrong("this is no policy");
    Rng rng = {seed};
    if (p.table.bid[p.seat] < 0)
        return PyLong_FromLong(legal_bid(&p, p.seat, p.table.holding[p.seat], p.table.bid, tables));
    return PyLong_FromLong(choose(&p.table, policy, tables, &rng));
}

PyDoc_STRVAR(self_play_doc, "self_play(tables, policies, size, has_trump, seed, first, hands) -> rows of 32-bit numbers, "
                            "a row a seat: the features of its holding, its bid and the tricks it took");
enum { ROW = HAND_FEATURES + 2 };
_Static_assert(sizeof(int) == 4, "rows are of 32-bit numbers");

static PyObject *self_play(PyObject *Py_UNUSED(self), PyObject *args)
{
    const char *table_data, *policies;
    Py_ssize_t table_size, players;
    int size, has_trump, first, hands, f[ROW], policy[SEATS];
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "y#y#iiKii", &table_data, &table_size, &policies, &players, &size, &has_trump, &seed,
                          &first, &hands))
        return NULL;
    const Tables *tables = read_tables(table_data, table_size);
    if (!tables)
        return NULL;
    if (!is_between(2, players, 4) || !is_between(1, size, FITTED_SIZES) || first < 0
        || !is_between(1, hands, 1000000))
        return wrong("there are no such hands");
    for (int seat = 0; seat < players; seat++) {
        policy[seat] = (unsigned char)policies[seat];
        if (policy[seat] >= POLICIES)
            return wrong("this is no policy");
    }
    PyObject *result = PyBytes_FromStringAndSize(NULL, hands * players * (Py_ssize_t)sizeof f);
    if (!result)
        return NULL;
    char *to = PyBytes_AsString(result);
    for (int hand = 0; hand < hands; hand++) {
        Rng rng = stream(seed, (uint64_t)first + (uint64_t)hand);
        int up = has_trump ? below(&rng, LOW) : LOW + below(&rng, 2);
        Position p = {.dealer = (int)players - 1, .size = size, .min_bid = 1};
        p.table = (Table){.players = (int)players, .trump = suit_of(up), .led = -1, .first_suit = -1, .best = -1,
                          .left = size, .dead = BIT(up)};
        deal_world(&p.table, SEATS - 1, &rng); /* an onlooker, who holds nothing */
        for (int seat = 0; seat < players; seat++)
            p.table.bid[seat] = legal_bid(&p, seat, p.table.holding[seat], p.table.bid, tables);
        Table t = p.table;
        play_out(&t, policy, tables, &rng);
        for (int seat = 0; seat < players; seat++, to += sizeof f) {
            hand_features(p.table.holding[seat], t.trump, seat == 0, seat == players - 1, f);
            f[HAND_FEATURES] = t.bid[seat];
            f[HAND_FEATURES + 1] = t.won[seat];
            memcpy(to, f, sizeof f);
        }
    }
    return result;
}

PyDoc_STRVAR(sound_play_doc, "sound_play(cards, ups, players, sizes, dealer) -> who won each trick of all hands, or None");
static PyObject *sound_play(PyObject *Py_UNUSED(self), PyObject *args)
{
    const unsigned char *cards, *ups, *sizes;
    Py_ssize_t length, hands, count, needed = 0;
    int players, dealer;
    char led[UINT8_MAX + 1];
    if (!PyArg_ParseTuple(args, "y#y#iy#i", &cards, &length, &ups, &hands, &players, &sizes, &count, &dealer))
        return NULL;
    if (!is_between(2, players, SEATS) || !is_between(0, dealer, players - 1) || hands != count)
        return wrong("there are no such hands");
    for (Py_ssize_t hand = 0; hand < hands; hand++) {
        if (ups[hand] >= PACK_SIZE)
            return wrong("there are no such hands");
        needed += (Py_ssize_t)sizes[hand] * players;
    }
    if (needed != length)
        Py_RETURN_NONE;
    PyObject *found = PyBytes_FromStringAndSize(NULL, length / players);
    if (!found)
        return NULL;
    char *winners = PyBytes_AsString(found);
    for (Py_ssize_t hand = 0; hand < hands; hand++) {
        int leader = (int)((dealer + 1 + hand) % players), size = sizes[hand];
        if (!follow(cards, players, size, leader, ups[hand], led)) {
            Py_DECREF(found);
            Py_RETURN_NONE;
        }
        memcpy(winners, led + 1, (size_t)size);
        winners += size;
        cards += (Py_ssize_t)size * players;
    }
    return found;
}

PyDoc_STRVAR(sound_hands_doc, "sound_hands(text, players, sizes, dealer, lowest_bid, points, overtrick, streams) -> the "
                              "last totals, or None");
static PyObject *sound_hands(PyObject *Py_UNUSED(self), PyObject *args)
{
    const char *text, *sizes, *streams;
    Py_ssize_t length, hands, streams_length;
    int dealer;
    long long points, overtrick, most = 1000000000;
    Game game = {0};
    if (!PyArg_ParseTuple(args, "y#iy#iiLLz#", &text, &length, &game.players, &sizes, &hands, &dealer, &game.lowest_bid,
                          &points, &overtrick, &streams, &streams_length))
        return NULL;
    if (!is_between(2, game.players, SEATS) || !is_between(0, dealer, game.players - 1) || !is_between(1, hands, 1000)
        || !is_between(1, points, most) || !is_between(-most, overtrick, most))
        return wrong("there are no such hands");
    for (Py_ssize_t hand = 0; hand < hands; hand++)
        if (!is_between(1, (unsigned char)sizes[hand], (PACK_SIZE - 1) / game.players))
            return wrong("there are no such hands");
    if (streams && streams_length != hands * STREAM)
        return wrong("there is no such stream");
    game.points = points, game.overtrick = overtrick;
    if (!read_hands((Text){text, text + length}, &game, (const unsigned char *)sizes, (int)hands, dealer,
                    (const unsigned char *)streams))
        Py_RETURN_NONE;
    return numbers(game.total, game.players);
}

PyDoc_STRVAR(shuffled_doc, "shuffled(count, stream) -> the numbers below count shuffled, or None: too short a stream");
static PyObject *shuffled(PyObject *Py_UNUSED(self), PyObject *args)
{
    const char *stream;
    Py_ssize_t length;
    int n;
    unsigned char items[UINT8_MAX + 1];
    if (!PyArg_ParseTuple(args, "iy#", &n, &stream, &length))
        return NULL;
    if (!is_between(0, n, UINT8_MAX + 1))
        return wrong("there are no such items");
    for (int i = 0; i < n; i++)
        items[i] = (unsigned char)i;
    if (!shuffle(items, n, (const unsigned char *)stream, length))
        Py_RETURN_NONE;
    return PyBytes_FromStringAndSize((const char *)items, n);
}

static PyMethodDef methods[] = {
    {"sound_play", sound_play, METH_VARARGS, sound_play_doc},
    {"sound_hands", sound_hands, METH_VARARGS, sound_hands_doc},
    {"shuffled", shuffled, METH_VARARGS, shuffled_doc},
    {"search", search, METH_VARARGS, search_doc},
    {"world", world, METH_VARARGS, world_doc},
    {"decide", decide, METH_VARARGS, decide_doc},
    {"self_play", self_play, METH_VARARGS, self_play_doc},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "bluke_cli.kernel._kernel", "The compiled quick way; see the package.", -1, methods,
    NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__kernel(void)
{
    fill_none_table();
    return PyModule_Create(&module);
}
