CREATE TABLE "retention_listens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"track_id" uuid NOT NULL,
	"month" date NOT NULL,
	"bucket" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "track_referrers" (
	"track_id" uuid NOT NULL,
	"month" date NOT NULL,
	"host" text NOT NULL,
	"plays" integer NOT NULL,
	CONSTRAINT "track_referrers_track_id_month_host_pk" PRIMARY KEY("track_id","month","host")
);
--> statement-breakpoint
CREATE TABLE "track_retention" (
	"track_id" uuid NOT NULL,
	"month" date NOT NULL,
	"listens" integer[] DEFAULT array_fill(0, array[100]) NOT NULL,
	CONSTRAINT "track_retention_track_id_month_pk" PRIMARY KEY("track_id","month")
);
--> statement-breakpoint
ALTER TABLE "retention_listens" ADD CONSTRAINT "retention_listens_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "track_referrers" ADD CONSTRAINT "track_referrers_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "track_retention" ADD CONSTRAINT "track_retention_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "retention_listens_started" ON "retention_listens" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "retention_listens_of_track" ON "retention_listens" USING btree ("track_id");